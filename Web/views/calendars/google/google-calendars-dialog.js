import { readExternalCalendars, readGoogleCalendars } from '../../../api/external-calendars.js';
import { HTTPError } from '../../../api/http.js';
import { button } from '../../../components/setting-section.js';
import { openSideCard } from '../../../components/side-card.js';
import { element } from '../../../dom/element.js';
import { t } from '../../../i18n/strings.js';
import { CalendarChoice } from '../calendar-choice.js';
import { externalCalendarProblem } from '../external-calendar-state.js';
import { connectAgainLink } from './consent-link.js';

/** @type {Partial<Record<GoogleAccess, Message>>} The notes for calendars that can't be changed. */
const notes = { reader: 'readOnly', freeBusyReader: 'onlyFreeBusy' };

/**
 * The dialog that adds calendars of a Google account.
 *
 * @param {{ agenda: Agenda, notices: Notices }} page @param {string} account
 */
export function openGoogleCalendars(page, account) {
  const results = element('section', { class: 'rows inner' });
  const said = element('p', { class: 'hint', role: 'status' });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const ways = element('div', { class: 'form-links' });
  const foot = element('div', { class: 'dialog-foot' });
  const { close, signal } = openSideCard({
    title: 'Google',
    body: [element('div', { class: 'event-form rows' }, results, problem, said, ways), foot],
  });
  const find = async () => {
    problem.textContent = '';
    ways.replaceChildren();
    said.textContent = t('findingCalendars');
    try {
      const answer = await readGoogleCalendars(account);
      if (!signal.aborted) offer(answer);
    } catch (error) {
      said.textContent = '';
      problem.textContent = textOf(error);
      const way = await wayOut(error, account, () => void find());
      ways.replaceChildren(way);
      way.focus();
    }
  };
  /** @param {Awaited<ReturnType<typeof readGoogleCalendars>>} answer */
  const offer = ({ email, writable, calendars }) => {
    const choice = new CalendarChoice(
      page,
      { said, isOpen: () => !signal.aborted, close },
      calendars.map(offered),
      ({ id, color }) => ({ kind: 'google', account, id, color }),
    );
    results.replaceChildren(
      element('h3', { dir: 'auto', text: email }),
      choice.element,
      ...(writable ? [] : [element('p', { class: 'hint', text: t('googleReadsOnly') })]),
    );
    foot.append(choice.button);
    choice.focus();
  };
  void find();
}

/**
 * @param {GoogleCalendar} calendar A calendar; if it's hidden at Google, it isn't ticked here at
 *   first.
 */
export const offered = (calendar) => {
  const note = notes[calendar.access];
  return { ...calendar, note: note ? t(note) : '', isUnchosen: !calendar.selected };
};

/** @param {unknown} error @returns {string} */
const textOf = (error) =>
  error instanceof HTTPError && error.code === 'not-found'
    ? t('googleAccountGone')
    : externalCalendarProblem(error, 'google');

/** @param {unknown} error @param {string} account @param {() => void} again */
async function wayOut(error, account, again) {
  const needsConsent =
    error instanceof HTTPError && (error.reason === 'consent-ended' || error.code === 'not-found');
  if (!needsConsent) return button(t('tryAgain'), again);
  const { googleAccounts } = await readExternalCalendars().catch(() => ({ googleAccounts: [] }));
  return connectAgainLink(googleAccounts.find(({ id }) => id === account));
}
