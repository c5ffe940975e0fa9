import { HTTPError } from '../api/http.js';
import { fetchShared } from '../api/shared.js';
import { t } from '../i18n/strings.js';
import { explain } from '../state/error-messages.js';
import { eventOfText } from '../state/shared-text.js';

/**
 * Whom the files are for. The system holds what takes them until the page is gone, and would hold
 * the calendar with it.
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
 * Shows what another program shared: files as the preview of an import, a text as the line of a new
 * event.
 *
 * @param {string} shared The identifier under which the server keeps it, or why it was not taken.
 * @param {{ importFiles: (files: File[]) => void, quickAdd: (given: QuickGiven) => void, say:
 *   (text: string) => void }} page
 */
export async function receiveShared(shared, { importFiles, quickAdd, say }) {
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
