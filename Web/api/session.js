import { requestJSON } from './http.js';

/** @returns {Promise<SessionAnswer>} */
export const currentSession = () => requestJSON('/api/v1/session', 'GET');

/** @param {{ email: string, password: string }} credentials @returns {Promise<SessionAnswer>} */
export const signIn = (credentials) => requestJSON('/api/v1/session', 'POST', credentials);

/**
 * @param {{ code: string, email: string, name: string, password: string }} first
 * @returns {Promise<SessionAnswer>}
 */
export const setUp = (first) => requestJSON('/api/v1/setup', 'POST', first);

/**
 * @param {{ email: string, name: string, password: string, invitation?: string }} person
 * @returns {Promise<SessionAnswer>}
 */
export const register = (person) => requestJSON('/api/v1/accounts', 'POST', person);

export const signOut = () => requestJSON('/api/v1/session', 'DELETE');
