import { requestJSON } from './http.js';

/** @returns {Promise<SessionAnswer>} */
export const currentSession = () => requestJSON('/api/v1/session', 'GET');

/** @param {{ email: string, password: string }} credentials @returns {Promise<SessionAnswer>} */
export const signIn = (credentials) => requestJSON('/api/v1/session', 'POST', credentials);

export const signOut = () => requestJSON('/api/v1/session', 'DELETE');
