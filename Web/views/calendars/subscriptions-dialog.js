import { readSources, refreshSource } from '../../api/sources.js';
import { openDialog } from '../../components/modal-dialog.js';
import { button, entry, renewNear, runner } from '../../components/setting-section.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';
import { sourcesByAccount } from './source-accounts.js';
import { sourceState, waitingText } from './source-state.js';

/**
 * All calendars that are read from elsewhere, and how that goes.
 *
 * @param {Pick<EventModel, 'agenda'>} model
 */
export function openSubscriptions({ agenda }) {
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const said = element('p', { class: 'hint', role: 'status' });
  const list = element('div', { class: 'setting-part' });
  const none = element('p', { class: 'hint', text: t('subscribedHint'), hidden: true });
  const run = runner(problem, said, explain);
  const ended = new AbortController();
  const show = async () => {
    const all = await readSources();
    none.hidden = all.length > 0;
    renewNear(list, ...listOf(all, row));
  };
  const refresh = (/** @type {string} */ id) =>
    run(async () => {
      said.textContent = t('readingSource');
      await refreshSource(id);
      await show();
    }, t('refreshed'));
  /** @param {Source} source */
  const row = (source) =>
    sourceRow(source, agenda.calendars.get(source.calendar)?.name ?? '', refresh);
  openDialog({
    title: t('subscribedCalendars'),
    kind: 'sheet',
    body: [
      element(
        'div',
        { class: 'event-form' },
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
    closed: () => ended.abort(),
  });
  agenda.addEventListener('calendars', () => void run(show), { signal: ended.signal });
  void run(show);
}

/**
 * @param {Source[]} sources @param {(source: Source) => HTMLElement} row
 * @returns {HTMLElement[]} Those read by their addresses, then those of each account below its name.
 */
function listOf(sources, row) {
  const list = (/** @type {Source[]} */ some) =>
    element('ul', { class: 'entries' }, ...some.map(row));
  const { single, accounts } = sourcesByAccount(sources);
  return [
    ...(single.length > 0 ? [list(single)] : []),
    ...accounts.flatMap(({ name, sources: ofAccount }) => [
      element('h3', { dir: 'auto', text: name }),
      list(ofAccount),
    ]),
  ];
}

/** @param {Source} source @param {string} name @param {(id: string) => unknown} refresh */
const sourceRow = (source, name, refresh) =>
  entry(
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

/** @param {Source} source @returns {string} An account's name stands above its calendars. */
const aboutSource = (source) =>
  source.kind === 'caldav'
    ? [sourceState(source), waitingText(source)].filter(Boolean).join(' ')
    : [source.host, sourceState(source)].filter(Boolean).join(' · ');
