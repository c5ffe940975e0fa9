import { NotAPicture, readAccount, WrongConfirmation } from '../../api/own-account.js';
import { drawnInOrder } from '../../components/drawn-in-order.js';
import { button, renewNear, rowsPart, runner } from '../../components/setting-section.js';
import { openSideCard } from '../../components/side-card.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';
import { leavingPart } from './account-deletion.js';
import { personRows } from './profile-section.js';
import { sessionsPart } from './sessions.js';
import { passwordRows, waysPart } from './sign-in-methods.js';

/**
 * The user's account: profile, sign-in methods, sessions, download and deletion.
 *
 * @param {{ providers?: Provider[] }} options
 * @param {() => void} left Called after the user has signed out.
 */
export function openAccount({ providers = [] }, left) {
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const said = element('p', { class: 'hint', role: 'status' });
  const body = element('div', { class: 'event-form rows account unread' });
  const { close } = openSideCard({ title: t('account'), body: [body] });
  const run = runner(problem, said, (error) => wordsOf(error) || explain(error));
  const leave = () => {
    close();
    left();
  };
  const show = drawnInOrder(readAccount, (account) => {
    // The person's name takes the place of the dialog's title.
    body.classList.replace('unread', 'titled');
    renewNear(
      body,
      ...personRows(account, run),
      ...passwordRows(account, run, show),
      problem,
      said,
      waysPart(account, providers, run, show),
      sessionsPart(run, leave),
      programsPart(),
      leavingPart(account, run, leave),
    );
  });
  body.append(problem);
  void run(show);
}

/** The part about app passwords, which are in the dialog for other programs. */
const programsPart = () =>
  rowsPart(
    'appPasswords',
    element('p', { class: 'hint', text: t('appPasswordsHint') }),
    element(
      'div',
      { class: 'form-links' },
      button(t('programs'), () => tell(document, 'command', { name: 'programs' })),
    ),
  );

/** @param {unknown} error @returns {string} The text for errors that only this dialog gets. */
function wordsOf(error) {
  if (error instanceof WrongConfirmation)
    return t(error.what === 'password' ? 'notThePassword' : 'notTheEmail');
  return error instanceof NotAPicture ? t('noPicture') : '';
}
