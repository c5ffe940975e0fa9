import { eventNow, presentCalendar } from './edit-conflict.js';
import { draftOf } from './event-draft.js';
import { EventSheet } from './event-sheet.js';

/**
 * Opens the form with a draft that couldn't be saved. It's the draft of a new event if its event is
 * gone: the server may have refused that one too, or somebody deleted it.
 *
 * @param {EventModel} model @param {TypedDraft} draft
 */
export function openDraft(model, { id, key, before: left, typed: wanted, isOne }) {
  const event = eventNow(model.agenda, key);
  const once = isOne && !event ? { repeat: '' } : {};
  const [before, typed] = [
    { ...left, ...once },
    { ...wanted, ...once },
  ];
  const calendar = event ? typed.calendar : presentCalendar(typed.calendar, model.agenda);
  const hasLostCalendar = calendar !== typed.calendar;
  const draft = hasLostCalendar ? { ...before, calendar } : before;
  const subject = { event, draft, draftID: id, hasLostCalendar };
  new EventSheet(model, subject, { ...typed, calendar }).open();
}

/**
 * Opens the form of an event, with the changes that were left in it, if there are any.
 *
 * @param {EventModel} model @param {EventDetail} event
 */
export function openForm(model, event) {
  const left = model.drafts.list.findLast(({ key }) => key === event.key);
  if (!left) return new EventSheet(model, { event, draft: draftOf(event) }).open();
  const subject = { event, draft: left.before, draftID: left.id, isLeft: true };
  new EventSheet(model, subject, left.typed).open();
}
