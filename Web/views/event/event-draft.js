import { guestKey, guestLine, guestsIn, guestsOf } from './guest-lines.js';

/** The fields that only the user sees, so that a change of nothing else is told to no guest. */
const ownFields = ['calendar', 'color', 'busy', 'reminders'];

/** The fields that say when an event is. */
export const movingFields = ['allDay', 'start', 'end', 'zone', 'repeat'];

/** @param {string} allDay @returns {string} How a new event shows, unless one chooses: a whole day as free. */
export const usualBusy = (allDay) => (allDay === '1' ? '0' : '1');

/**
 * @param {EventDetail} event
 * @returns {Draft} The event as its sheet shows it, with times in its own zone.
 */
export function draftOf(event) {
  return {
    calendar: event.calendar,
    title: event.title,
    allDay: event.allDay ? '1' : '0',
    start: event.own?.start ?? event.start,
    end: event.own?.end ?? event.end,
    zone: event.own ? (event.zone ?? '') : '',
    location: event.location,
    notes: event.notes,
    url: event.url,
    color: event.color,
    repeat: event.repeatText,
    busy: event.busy ? '1' : '0',
    private: event.private ? '1' : '0',
    status: event.status,
    categories: event.categories.join('\n'),
    reminders: event.reminders.join('\n'),
    guests: guestsIn(event).map(guestLine).join('\n'),
  };
}

/**
 * @param {Draft} typed @param {Draft} before
 * @returns {number} How many guests are told of a change: those of before, too, who aren't invited
 *   any more.
 */
export function toldCount(typed, before) {
  if (Object.keys(changesOf(typed, before)).every((name) => ownFields.includes(name))) return 0;
  const all = [...guestsOf(typed.guests), ...guestsOf(before.guests)];
  return new Set(all.map(guestKey)).size;
}

/**
 * @param {Draft} typed @param {Draft} before
 * @returns {Partial<Draft>} The fields of `typed` that differ.
 */
export function changesOf(typed, before) {
  return Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => value !== before[/** @type {keyof Draft} */ (name)],
    ),
  );
}

/**
 * The change in the form the core takes. If any part of the time changes, start, end and all-day
 * are sent together. They're sent with a zone if one is set, was set, or a whole day gets times. A
 * rule's days depend on the zone, so a new rule is sent with all of them.
 *
 * @param {Draft} typed @param {Draft} before @param {Pick<ViewerZone, 'on'>} viewerZone
 * @returns {Partial<Draft>}
 */
export function changeToSend(typed, before, viewerZone) {
  const changes = changesOf(typed, before);
  const touches =
    ['start', 'end', 'allDay', 'zone'].some((name) => name in changes) ||
    ('repeat' in changes && typed.zone !== '');
  if (!touches) return changes;
  const isNamed =
    typed.zone !== '' || before.zone !== '' || (typed.allDay === '0' && before.allDay === '1');
  const { zone: _, ...rest } = changes;
  return {
    ...rest,
    allDay: typed.allDay,
    start: typed.start,
    end: typed.end,
    ...(isNamed && typed.allDay === '0' ? { zone: typed.zone || viewerZone.on(typed.start) } : {}),
  };
}

/**
 * @param {Pick<Engine, 'zoneTime'> | null} engine
 * @param {Partial<Draft>} changes The changes for the core, with times in their own zone.
 * @returns {Pick<Partial<Draft>, 'start' | 'end'>} The times by the user's clock.
 */
export function byOwnClock(engine, { allDay, start, end, zone }) {
  const times = { ...(start && { start }), ...(end && { end }) };
  if (!engine || !start || !end || !zone || allDay === '1') return times;
  try {
    return { start: engine.zoneTime(start, zone, ''), end: engine.zoneTime(end, zone, '') };
  } catch {
    // The core doesn't know the zone, and reports that when it gets the change.
    return times;
  }
}
