import { NotAPicture, readAccount, WrongConfirmation } from '../../api/own-account.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { leavingPart } from './account-deletion.js';
import { renewNear } from './account-section.js';
import { personPart } from './profile-section.js';
import { appPasswordsPart, sessionsPart } from './sessions-and-passwords.js';
import { passwordPart, waysPart } from './sign-in-methods.js';

/**
 * The user's account: profile, sign-in methods, sessions, app passwords, download and deletion.
 *
 * @param {Provider[]} providers
 * @param {(error: unknown) => string} explain Puts an error into words.
 * @param {() => void} left Called after the user has signed out.
 */
export function openAccount(providers, explain, left) {
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const said = element('p', { class: 'hint', role: 'status' });
  const body = element('div', { class: 'event-form' });
  const { close } = openDialog({ title: t('account'), kind: 'sheet', body: [body] });
  /** @type {AccountRun} */
  const run = async (work, done = '', at = problem) => {
    at.textContent = '';
    said.textContent = '';
    try {
      await work();
      if (done) said.textContent = done;
      return true;
    } catch (error) {
      at.textContent = wordsOf(error) || explain(error);
      at.scrollIntoView({ block: 'nearest' });
      return false;
    }
  };
  const leave = () => {
    close();
    left();
  };
  const show = async () => {
    const account = await readAccount();
    renewNear(
      body,
      problem,
      said,
      personPart(account, run),
      passwordPart(account, run, show),
      waysPart(account, providers, run, show),
      sessionsPart(run, leave),
      appPasswordsPart(run),
      leavingPart(account, run, leave),
    );
  };
  body.append(problem);
  void run(show);
}

/** @param {unknown} error @returns {string} The text for errors that only this dialog gets. */
function wordsOf(error) {
  if (error instanceof WrongConfirmation)
    return t(error.what === 'password' ? 'notThePassword' : 'notTheEmail');
  return error instanceof NotAPicture ? t('noPicture') : '';
}
