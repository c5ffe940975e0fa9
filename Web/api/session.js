import { requestJSON, unreachable } from './http.js';

/** @returns {Promise<SessionAnswer>} Rejects as an outage if it isn't the server that answers. */
export async function currentSession() {
  const answer = await requestJSON('/api/v1/session', 'GET');
  if (typeof answer?.setup !== 'boolean') throw unreachable();
  return answer;
}

/**
 * @param {{ email: string, password: string }} credentials @param {AbortSignal} signal
 * @returns {Promise<SessionAnswer>}
 */
export const signIn = (credentials, signal) =>
  requestJSON('/api/v1/session', 'POST', credentials, signal);

export const signOut = () => requestJSON('/api/v1/session', 'DELETE');
