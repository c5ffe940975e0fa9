import { requestJSON } from './http.js';

/**
 * @param {string} token
 * @returns {Promise<{ email: string, name: string }>} The person whose password the link can set.
 */
export const fetchPasswordLink = (token) => requestJSON('/api/v1/password-link', 'POST', { token });

/**
 * Chooses the password, and signs in with it.
 *
 * @param {string} token @param {string} password @returns {Promise<SessionAnswer>}
 */
export const usePasswordLink = (token, password) =>
  requestJSON('/api/v1/password-link', 'PUT', { token, password });
