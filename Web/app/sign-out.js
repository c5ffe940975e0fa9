import { isOffline } from '../api/http.js';
import { currentSession, signOut as endOnServer } from '../api/session.js';
import { confirmChoice } from '../components/confirm-dialog.js';
import { deviceStorage, tabStorage } from '../dom/device-storage.js';
import { tell } from '../dom/element.js';
import { pause } from '../dom/frames.js';
import { listText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { KeptForms } from '../state/kept-forms.js';
import { erasePersonal } from '../state/personal-storage.js';
import { countWaiting } from '../state/waiting-elsewhere.js';

/** How long signing out waits for the last choices to be stored. */
const partingMs = 2000;

/** @param {import('./page-actions.js').ActionsPage} page */
export async function signOut({ model, options, notices, connection, stage }) {
  const sayWhyNot = () => {
    // A message would lie below the drawer.
    stage.shell.closeSide();
    const text = t(isOffline() ? 'signOutOffline' : 'signOutUnreached');
    notices.show(text, null, 'problem');
  };
  if (isOffline()) return sayWhyNot();
  if (await maySignOut(model, options.account.id))
    await endSession(connection, () => forgetAccount(model)).catch(sayWhyNot);
}

/**
 * Ends the session on the server, and then here. Rejects while the server can't be reached, because the next start would
 * find the session there, and the browser signed in again.
 *
 * @param {Pick<import('../state/connection.js').Connection, 'feed' | 'sync' | 'leave'>} connection
 * @param {() => void} forget Removes from the device what it keeps for the account.
 */
export async function endSession(connection, forget) {
  await currentSession();
  // The stream would end with the session, and the page would try in vain to open another.
  connection.feed.stop();
  // After the end of the session, the server would refuse choices that were made a moment ago.
  await Promise.race([connection.sync.send().catch(() => {}), pause(partingMs)]);
  await endOnServer().finally(() => {
    forget();
    connection.leave();
  });
}

/**
 * Removes from the device what it keeps for the account.
 *
 * @param {Pick<EventModel, 'drafts' | 'edits'>} model
 */
export function forgetAccount({ drafts, edits }) {
  drafts.end();
  void edits.end();
  tell(document, 'account-left');
  erasePersonal(deviceStorage(), true);
}

/**
 * Asks before something is lost that only this device has.
 *
 * @param {Pick<EventModel, 'drafts' | 'edits'>} model @param {string} account
 * @returns {Promise<boolean>} Whether to sign out.
 */
async function maySignOut({ drafts, edits }, account) {
  const { question, n } = lossQuestion({
    changes: countWaiting(edits),
    drafts: drafts.list.length + (drafts.line === '' ? 0 : 1),
    forms: new KeptForms(tabStorage(), account).count,
  });
  return n === 0 || confirmChoice(question, t('signOutLosingText', { n }), t('signOut'), true);
}

/**
 * @param {{ changes: number, drafts: number, forms: number }} lost How many there are of each kind. A form
 *   that was left is a draft, too.
 * @returns {{ question: string, n: number }} The question names everything that would be lost.
 */
export function lossQuestion({ changes, drafts: events, forms }) {
  const drafts = events + forms;
  const what = listText([
    ...(changes > 0 ? [t('unsavedChanges', { n: changes })] : []),
    ...(drafts > 0 ? [t('countedDrafts', { n: drafts })] : []),
  ]);
  return { question: t('signOutLosing', { what }), n: changes + drafts };
}
