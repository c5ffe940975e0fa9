import { readWaiting } from '../../api/sources.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * A line that says so if an event of a calendar at another service was changed here and isn't there
 * yet.
 *
 * @param {Pick<EventDetail, 'calendar' | 'href'>} event @param {Agenda} agenda
 * @returns {HTMLElement[]}
 */
export function waitingNote({ calendar, href }, { calendars }) {
  if (calendars.get(calendar)?.level !== 'connected') return [];
  const note = element('p', { class: 'hint', role: 'status', hidden: true, text: t('notSentYet') });
  readWaiting(calendar).then(
    (waiting) => {
      note.hidden = !waiting.includes(href);
    },
    // Offline, the page says that nothing is sent.
    () => {},
  );
  return [note];
}
