import { connectGoogle } from '../api/external-calendars.js';
import { HTTPError } from '../api/http.js';
import { fetchShared } from '../api/received-share.js';
import { tell } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { explain } from '../state/error-messages.js';
import { eventOfText } from '../state/shared-text.js';

/**
 * Gets the opened files. The browser keeps the consumer for as long as the page lives, so the
 * consumer itself must not hold on to a workspace.
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
  'too-slow': 'shareTooSlow',
  'not-readable': 'shareUnreadable',
  'signed-out': 'shareSignedOut',
};

/**
 * @typedef {{ importFiles: (files: File[]) => void, quickAdd: (given: QuickGiven) => void, say:
 *   (text: string) => void }} ReceivingPage
 */

/**
 * Handles what the page was opened with: something that another program shared, a calendar's
 * address to subscribe to, or the Google account that has just been connected.
 *
 * @param {string} query @param {ReceivingPage} page
 */
export function receiveQuery(query, page) {
  const given = new URLSearchParams(query);
  const [answer, address, shared] = ['google', 'address', 'shared'].map((name) => given.get(name));
  if (answer) {
    // A reload mustn't offer the calendars once more.
    history.replaceState(history.state, '', location.pathname);
    connectGoogle(answer).then(
      ({ account }) => tell(document, 'google-connected', { account }),
      (error) => page.say(explain(error)),
    );
  } else if (address) tell(document, 'subscribe-to', { address });
  else if (shared) void receiveShared(shared, page);
}

/**
 * Shows files in the import preview, and text as a line in quick add.
 *
 * @param {string} shared The server's id for it, or the reason why it was refused.
 * @param {ReceivingPage} page
 */
async function receiveShared(shared, { importFiles, quickAdd, say }) {
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
