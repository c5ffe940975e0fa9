import { readSources, refreshSource } from '../../api/sources.js';
import { openDialog } from '../../components/modal-dialog.js';
import { button, entry, renewNear, runner } from '../../components/setting-section.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';
import { sourceState } from './source-state.js';

/**
 * All calendars that are read from elsewhere, and how that goes.
 *
 * @param {Pick<EventModel, 'agenda'>} model
 */
export function openSubscriptions({ agenda }) {
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const said = element('p', { class: 'hint', role: 'status' });
  const list = element('ul', { class: 'entries' });
  const none = element('p', { class: 'hint', text: t('subscribedHint'), hidden: true });
  const run = runner(problem, said, explain);
  const ended = new AbortController();
  const show = async () => {
    const all = await readSources();
    none.hidden = all.length > 0;
    renewNear(list, ...all.map((source) => row(source)));
  };
  /** @param {Source} source */
  const row = (source) => {
    const { id, name } = agenda.calendars.get(source.calendar) ?? { id: source.calendar, name: '' };
    return entry(
      name,
      [source.host, sourceState(source)].filter(Boolean).join(' · '),
      element(
        'span',
        { class: 'entry-actions' },
        source.paused
          ? null
          : button(
              t('refreshNow'),
              () =>
                run(async () => {
                  said.textContent = t('readingSource');
                  await refreshSource(id);
                  await show();
                }, t('refreshed')),
              'quiet',
              t('refreshNamed', { name }),
            ),
        button(
          t('edit'),
          () => tell(document, 'calendar-edit', { id }),
          'quiet',
          t('editCalendarNamed', { name }),
        ),
      ),
    );
  };
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
        ),
      ),
    ],
    closed: () => ended.abort(),
  });
  agenda.addEventListener('calendars', () => void run(show), { signal: ended.signal });
  void run(show);
}
