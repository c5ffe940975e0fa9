import { readWaiting } from '../../api/external-calendars.js';
import { unsavedNote } from '../../components/unsaved-note.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * A line that says so if the last change of an event waits on this device, or if the event is in a
 * calendar at another service to which the change hasn't been sent yet.
 *
 * @param {Pick<EventDetail, 'calendar' | 'href' | 'unsaved'>} event
 * @param {Pick<EventModel, 'agenda' | 'edits'>} model
 * @param {AbortSignal} signal When it's no longer shown.
 * @returns {HTMLElement[]}
 */
export function waitingNote({ calendar, href, unsaved }, { agenda, edits }, signal) {
  if (unsaved) return unsavedNote({ unsaved });
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
