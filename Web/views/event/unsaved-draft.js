import { eventNow } from './edit-conflict.js';
import { EventSheet } from './event-sheet.js';

/**
 * Opens the form with a draft that couldn't be saved. It's the draft of a new event if its event is
 * gone: the server may have refused that one too, or somebody deleted it.
 *
 * @param {EventModel} model @param {TypedDraft} draft
 */
export const openDraft = (model, { id, key, before, typed }) =>
  new EventSheet(
    model,
    { event: eventNow(model.agenda, key), draft: before, draftID: id },
    typed,
  ).open();
