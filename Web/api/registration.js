import { requestJSON } from './http.js';

// Making an account, and signing in to it.

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
