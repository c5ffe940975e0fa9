import { readExternalCalendars, refreshExternalCalendar } from '../../api/external-calendars.js';
import { button, entry, renewNear, runner } from '../../components/setting-section.js';
import { openSideCard } from '../../components/side-card.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';
import { externalCalendarsByAccount, isOfAccount } from './external-accounts.js';
import { externalCalendarState, waitingText } from './external-calendar-state.js';
import { openGoogleCalendars } from './google/google-calendars-dialog.js';
import { askDisconnect } from './google/google-disconnect.js';

/**
 * All calendars that are read from elsewhere, with the state of each.
 *
 * @param {Pick<EventModel, 'agenda'>} model @param {Notices} notices
 */
export function openSubscriptions({ agenda }, notices) {
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const said = element('p', { class: 'hint', role: 'status' });
  const list = element('div', { class: 'rows inner' });
  const none = element('p', { class: 'hint', text: t('subscribedHint'), hidden: true });
  const run = runner(problem, said, explain);
  const show = async () => {
    const { sources, googleAccounts } = await readExternalCalendars();
    const { single, accounts } = externalCalendarsByAccount(sources, googleAccounts);
    none.hidden = sources.length + accounts.length > 0;
    renewNear(
      list,
      ...(single.length > 0 ? [listOf(single, row)] : []),
      ...accounts.flatMap(group),
    );
  };
  const refresh = (/** @type {string} */ id) =>
    run(async () => {
      said.textContent = t('readingSource');
      await refreshExternalCalendar(id);
      await show();
    }, t('refreshed'));
  /** @param {ExternalCalendar} source */
  const row = (source) => sourceRow(source, agenda.calendars.get(source.calendar), refresh);
  const disconnect = (
    /** @type {GoogleAccount} */ account,
    /** @type {ExternalCalendar[]} */ its,
  ) =>
    run(async () => {
      if (!(await askDisconnect(agenda, account, its))) return;
      await show();
      said.textContent = t('disconnected', { name: account.email });
    });
  /** @param {import('./external-accounts.js').ExternalAccount} account */
  const group = ({ name, sources, google }) => [
    google
      ? googleHead(google, name, {
          choose: () => openGoogleCalendars({ agenda, notices }, google.id),
          disconnect: () => disconnect(google, sources),
        })
      : element('h3', { dir: 'auto', text: name }),
    sources.length > 0
      ? listOf(sources, row)
      : element('p', { class: 'hint', text: t('noneOfThem') }),
  ];
  const { signal } = openSideCard({
    title: t('subscribedCalendars'),
    body: [
      element(
        'div',
        { class: 'event-form rows' },
        problem,
        said,
        list,
        none,
        element(
          'div',
          { class: 'form-links' },
          button(t('subscribe'), () => tell(document, 'command', { name: 'subscribe' })),
          button(t('connectShort'), () => tell(document, 'command', { name: 'connect' })),
        ),
      ),
    ],
  });
  agenda.addEventListener('calendars', () => void run(show), { signal });
  void run(show);
}

/** What is shown of a calendar that this page hasn't got yet. */
const unknownCalendar = { name: '', color: 'grey' };

/** @param {ExternalCalendar[]} sources @param {(source: ExternalCalendar) => HTMLElement} row */
const listOf = (sources, row) => element('ul', { class: 'entries colored' }, ...sources.map(row));

/**
 * @param {GoogleAccount} account @param {string} name
 * @param {{ choose: () => unknown, disconnect: () => unknown }} actions
 */
const googleHead = ({ email }, name, { choose, disconnect }) =>
  element(
    'div',
    { class: 'entry' },
    element('h3', { dir: 'auto', text: name }),
    element(
      'span',
      { class: 'entry-actions' },
      button(t('chooseCalendars'), choose, 'quiet', t('chooseCalendarsOf', { name: email })),
      button(t('disconnect'), disconnect, 'danger', t('disconnectNamed', { name: email })),
    ),
  );

/**
 * @param {ExternalCalendar} source @param {{ name: string, color: string } | undefined} calendar
 * @param {(id: string) => unknown} refresh
 */
function sourceRow(source, { name, color } = unknownCalendar, refresh) {
  const row = entry(
    name,
    aboutSource(source),
    element(
      'span',
      { class: 'entry-actions' },
      source.paused
        ? null
        : button(
            t('refreshNow'),
            () => refresh(source.calendar),
            'quiet',
            t('refreshNamed', { name }),
          ),
      button(
        t('edit'),
        () => tell(document, 'calendar-edit', { id: source.calendar }),
        'quiet',
        t('editCalendarNamed', { name }),
      ),
    ),
  );
  row.dataset['color'] = color;
  return row;
}

/**
 * @param {ExternalCalendar} source @returns {string} A line about it, without the account, which is named
 *   above.
 */
const aboutSource = (source) =>
  isOfAccount(source)
    ? [externalCalendarState(source), waitingText(source)].filter(Boolean).join(' ')
    : [source.host, externalCalendarState(source)].filter(Boolean).join(' · ');
