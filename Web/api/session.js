import { requestJSON } from './http.js';

/** @returns {Promise<SessionAnswer>} */
export const currentSession = () => requestJSON('/api/v1/session', 'GET');

/**
 * @param {{ email: string, password: string }} credentials @param {AbortSignal} signal
 * @returns {Promise<SessionAnswer>}
 */
export const signIn = (credentials, signal) =>
  requestJSON('/api/v1/session', 'POST', credentials, signal);

export const signOut = () => requestJSON('/api/v1/session', 'DELETE');
