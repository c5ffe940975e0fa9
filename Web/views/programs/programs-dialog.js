import { readAccount } from '../../api/own-account.js';
import { runner } from '../../components/setting-section.js';
import { openSideCard } from '../../components/side-card.js';
import { element } from '../../dom/element.js';
import { systemName } from '../../i18n/browser-name.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';
import { AppPasswords } from './app-passwords.js';
import { others, programCalendars } from './program-calendars.js';
import { programGuides } from './program-guides.js';
import { signInDetails } from './sign-in-details.js';

/**
 * How to use the calendars in other programs: the address and user name, a password, a guide for
 * each program, and which calendars they show.
 *
 * @param {{ agenda: Agenda }} model
 */
export function openPrograms({ agenda }) {
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const said = element('p', { class: 'hint', role: 'status' });
  const body = element('div', { class: 'event-form rows programs unread' }, problem);
  openSideCard({ title: t('programs'), body: [body] });
  const run = runner(problem, said, explain);
  const system = systemName(navigator.userAgent);
  void run(async () => {
    const { email } = await readAccount();
    const passwords = new AppPasswords(run);
    body.classList.remove('unread');
    body.replaceChildren(
      problem,
      said,
      element('p', { class: 'hint', text: t('otherProgramsHint') }),
      signInDetails(email),
      passwords.formPart(system === 'iPad' || system === 'Android' ? system : 'iPhone'),
      programGuides(email, system, run, passwords),
      passwords.listPart(),
    );
    if (others(agenda).length > 0) body.append(programCalendars(agenda));
  });
}
