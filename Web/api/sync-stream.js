import { request } from './http.js';
import { recordBatches } from './ndjson.js';

/**
 * @param {string} date Events around this date come first.
 * @returns {AsyncGenerator<Iterable<SyncRecord>>} Everything the account sees, once.
 */
export async function* syncBatches(date) {
  const response = await request(`/api/v1/sync?near=${date}`);
  if (response.body) yield* recordBatches(response.body);
}

/**
 * Listens to later changes. The browser reconnects by itself and resumes after the last record.
 *
 * @param {{ account: string, token: string }} from Whose changes, and after which; if somebody else is
 *   signed in, the server refuses.
 * @param {LiveListener} listener
 * @param {AbortSignal} signal
 */
export function listen({ account, token }, listener, signal) {
  const source = new EventSource(
    `/api/v1/live?since=${encodeURIComponent(token)}&account=${account}`,
  );
  source.addEventListener('change', (event) =>
    listener.record(JSON.parse(event.data), event.lastEventId),
  );
  source.addEventListener('reset', () => listener.reset());
  source.addEventListener('settings', (event) => listener.settings(JSON.parse(event.data).etag));
  source.addEventListener('inbox', (event) => listener.inbox(JSON.parse(event.data).waiting));
  source.addEventListener('open', () => listener.connected(true));
  source.addEventListener('error', () => {
    // The browser gives up on any status but 200; it retries only after an interruption.
    if (source.readyState === EventSource.CLOSED) listener.refused();
    else listener.connected(false);
  });
  signal.addEventListener('abort', () => source.close());
}
