import { isReadOnly } from '../i18n/calendar-owners.js';
import { askChangeScope } from '../views/event/edit-scope.js';
import { draftOf } from '../views/event/event-draft.js';
import { suggestMoved } from '../views/groups/proposal-actions.js';
import { ChangePreview } from './change-preview.js';

/**
 * Changes or copies an event that was moved in a view. Always calls `settle`, even if the event is
 * gone by now: the view waits for it.
 *
 * @param {EventModel} model
 * @param {Notices} notices
 * @param {ReturnType<typeof import('./selection-presses.js').noticeSelecting>} selecting
 * @param {Drop} drop A move by pointer or keyboard. If the event repeats, asks for the scope first.
 */
export async function changeDropped(
  model,
  notices,
  selecting,
  { view, key, times: { allDay, start, end }, copy, settle },
) {
  const {
    agenda: { engine },
    edits,
    zone,
  } = model;
  let preview = null;
  let isDone = false;
  try {
    const event = engine?.event(key);
    const isDoneForAll = selecting()?.drop({ key, times: { allDay, start, end }, copy });
    if (isDoneForAll !== undefined && isDoneForAll !== null) return void (isDone = isDoneForAll);
    if (!engine || !event || (isReadOnly(event.calendar) && !copy)) return;
    /** @type {Record<string, string>} */
    const changes = {
      allDay: allDay ? '1' : '0',
      start,
      end,
      ...(event.allDay && !allDay ? { zone: zone.on(start) } : {}),
    };
    if (copy)
      return void (isDone =
        edits.create({ ...draftOf(event), ...changes, zone: '', repeat: '' }) !== null);
    const shown = (preview = new ChangePreview(view, (part, first, count) =>
      engine.changePreview(first, count, key, part, changes),
    ));
    const kind = preview.isLow ? 'aside high' : 'aside';
    if (event.proposal)
      return void (isDone = await suggestMoved(
        model,
        notices,
        event,
        { allDay, start, end },
        changes,
        kind,
      ));
    const scope = event.repeats
      ? await askChangeScope(engine, event, changes, {
          kind,
          looked: (part) => shown.show(part),
        })
      : 'all';
    isDone = scope !== null && edits.change(key, scope, changes) !== null;
  } catch (error) {
    notices.refused({ error });
  } finally {
    preview?.clear();
    settle(isDone);
  }
}
