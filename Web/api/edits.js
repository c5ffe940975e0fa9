import { HTTPError, requestJSON } from './http.js';

/**
 * Sends what the user did in one step. The server makes all of its changes or none, and refuses them if
 * one of the events has changed meanwhile.
 *
 * @param {string} account Whose edit it is; nobody else's session makes it.
 * @param {string} client Who numbers the edits: 32 hexadecimal digits.
 * @param {number} number Higher than those of the client's earlier edits. An edit that is sent again
 *   with its number is not made twice: the answer is the same.
 * @param {EditRequest['changes']} changes
 * @returns {Promise<Saved[]>} What each of them has become. Rejects with `server-away` if the answer
 *   isn't our server's: something else may stand in its place for a while.
 */
export async function sendEdit(account, client, number, changes) {
  const asked = requestJSON('/api/v1/edits', 'POST', { account, client, number, changes });
  const answer = await asked.catch((error) => {
    if (error instanceof HTTPError && error.code !== 'failed') throw error;
  });
  const saved = answer?.changes;
  if (Array.isArray(saved) && saved.length === changes.length) return saved;
  throw new HTTPError('server-away');
}
