import { HTTPError } from '../api/http.js';
import { fetchShared } from '../api/received-share.js';
import { tell } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { explain } from '../state/error-messages.js';
import { eventOfText } from '../state/shared-text.js';

/**
 * Gets the opened files. The browser keeps the consumer for as long as the page lives, so that must
 * not hold on to a workspace itself.
 *
 * @type {((files: File[]) => void) | null}
 */
let receiver = null;

/** @param {{ files?: { getFile(): Promise<File> }[] }} launch */
async function take({ files }) {
  const opened = await Promise.all((files ?? []).map((handle) => handle.getFile()));
  if (opened.length > 0) receiver?.(opened);
}

/**
 * Takes files that the system opens with the installed page.
 *
 * @param {(files: File[]) => void} importFiles @param {AbortSignal} signal
 */
export function receiveFiles(importFiles, signal) {
  if (signal.aborted) return;
  receiver = importFiles;
  signal.addEventListener('abort', () => {
    receiver = null;
  });
  window.launchQueue?.setConsumer(take);
}

/** @type {Record<string, Message>} */
const refusals = {
  'too-large': 'shareTooLarge',
  'too-many': 'shareTooMany',
  'not-readable': 'shareUnreadable',
  'signed-out': 'shareSignedOut',
};

/**
 * Shows what another program shared: files in the import preview, text as the line of quick add, and
 * a calendar's address where one subscribes to it.
 *
 * @param {string} shared The server's id for it, the reason why it was refused, or an address.
 * @param {{ importFiles: (files: File[]) => void, quickAdd: (given: QuickGiven) => void, say:
 *   (text: string) => void }} page
 */
export async function receiveShared(shared, { importFiles, quickAdd, say }) {
  if (shared.includes(':')) return tell(document, 'subscribe-to', { address: shared });
  const refusal = refusals[shared];
  if (refusal) return say(t(refusal));
  try {
    const { files, ...texts } = await fetchShared(shared);
    if (files.length > 0) return importFiles(files);
    const { line, notes, url } = eventOfText(texts);
    if (line === '') return say(t('shareUnreadable'));
    quickAdd({ line, draft: { notes, url } });
  } catch (error) {
    say(error instanceof HTTPError && error.code === 'not-found' ? t('shareGone') : explain(error));
  }
}
