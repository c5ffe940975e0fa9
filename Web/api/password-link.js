import { requestJSON } from './http.js';

/**
 * @param {string} token
 * @returns {Promise<{ email: string, name: string }>} Whose password a link lets somebody choose.
 */
export const fetchPasswordLink = (token) => requestJSON('/api/v1/password-link', 'POST', { token });

/**
 * Chooses the password, and signs in with it.
 *
 * @param {string} token @param {string} password @returns {Promise<SessionAnswer>}
 */
export const usePasswordLink = (token, password) =>
  requestJSON('/api/v1/password-link', 'PUT', { token, password });
