import { readWaiting } from '../../api/external-calendars.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * A line that says so if an event of a calendar at another service was changed here and the change
 * hasn't been sent yet. A change that the page shows before the server has it counts once it's
 * saved.
 *
 * @param {Pick<EventDetail, 'calendar' | 'href'>} event
 * @param {Pick<EventModel, 'agenda' | 'edits'>} model
 * @param {AbortSignal} signal When it's no longer shown.
 * @returns {HTMLElement[]}
 */
export function waitingNote({ calendar, href }, { agenda, edits }, signal) {
  if (agenda.calendars.get(calendar)?.level !== 'connected') return [];
  const note = element('p', { class: 'hint', role: 'status', hidden: true, text: t('notSentYet') });
  const read = () =>
    readWaiting(calendar).then(
      (waiting) => {
        note.hidden = !waiting.includes(href);
      },
      // While offline, the page already says that nothing is sent.
      () => {},
    );
  void read();
  edits.addEventListener('saving', () => void read(), { signal });
  return [note];
}
