import { isReadOnly } from '../../i18n/calendar-owners.js';
import { draftOf } from './event-draft.js';
import { EventSheet } from './event-sheet.js';

/**
 * Opens the form with a copy of an event: a single event of the user's own.
 *
 * @param {EventModel} model @param {EventDetail} event @param {string} calendar For the copy.
 */
export function openCopy(model, event, calendar) {
  const own = isReadOnly(event.calendar) ? { color: '', reminders: '', private: '0' } : {};
  const copy = { ...draftOf(event), calendar, repeat: '', guests: '', ...own };
  new EventSheet(model, { event: null, draft: { ...copy, title: '' } }, copy).open();
}
