import { fetchEvent } from '../api/events.js';
import { HTTPError } from '../api/http.js';
import { CoreError } from '../core/engine.js';

// What becomes of edits that the server refuses, and of those that wait. The page loads it after its first screen.

/** @typedef {import('./edit-queue.js').Waiting} Waiting */

/** How often an edit is merged with others' changes before it's refused. */
const mergesMax = 3;
/** The number of an edit that the core doesn't know: the core's own begin at 1. */
const unknownEdit = 0;

/**
 * Puts the version that the server has now under the waiting edits of an event, the first of which it
 * refused because it has changed. Each field keeps the change that only one side made; where both
 * changed one, the server's is kept, and the edit gets the text that keeps its own.
 *
 * @param {Waiting[]} queue @param {Pick<Agenda, 'engine' | 'apply'>} agenda
 * @returns {Promise<Waiting[]>} The edits that were merged; none if they can't be. Rejects if the
 *   server doesn't have the event.
 */
async function mergeWithServer(queue, agenda) {
  const { engine } = agenda;
  const [first] = queue;
  const [place] = first?.edit.changes ?? [];
  if (!first || !place || !engine) return [];
  first.mergeCount = (first.mergeCount ?? 0) + 1;
  if (first.mergeCount > mergesMax) return [];
  const waiting = queue.filter(({ edit }) => edit.changes.some((change) => isSame(change, place)));
  // Of an edit of several events, such as the splitting of a series, nothing is made by halves.
  if (waiting.some((each) => !mergeable(each))) return [];
  const { etag, ical } = await fetchEvent(place.calendar, place.href);
  const merges = mergesOf(waiting, engine, ical);
  if (!merges) return [];
  for (const { each, change, merge, base } of merges) {
    const based = { ...change, base, ical: merge.merged, ...(each === first && { etag }) };
    each.edit = { ...each.edit, edit: unknownEdit, changes: [based] };
    if (merge.ours !== undefined) each.ours = merge.ours;
  }
  const latest = merges.at(-1)?.merge.merged ?? ical;
  agenda.apply({ type: 'event', calendar: place.calendar, href: place.href, etag, ical: latest });
  return waiting;
}

/**
 * @param {Waiting[]} waiting Edits of one event. @param {Engine} engine
 * @param {string} ical What the server has.
 * @returns {{ each: Waiting, change: Change, merge: Merge, base: string }[] | null} Each merged with the
 *   one before it; null if one of them can't be, such as a series that somebody else moved.
 */
function mergesOf(waiting, engine, ical) {
  let base = ical;
  try {
    return waiting.flatMap((each) =>
      each.edit.changes.map((change) => {
        const merge = engine.merge(change.base ?? '', change.ical ?? '', base);
        const merged = { each, change, merge, base };
        base = merge.merged;
        return merged;
      }),
    );
  } catch (error) {
    if (error instanceof CoreError) return null;
    throw error;
  }
}

/** @param {unknown} error @param {string} code */
const isCode = (error, code) => error instanceof HTTPError && error.code === code;

/** @param {Change} one @param {Change} other */
const isSame = (one, other) => one.calendar === other.calendar && one.href === other.href;

/** @param {Waiting} waiting @returns {boolean} Whether it changes one event, and what it was is known. */
const mergeable = ({ edit: { changes } }) =>
  changes.length === 1 && changes[0]?.op === 'put' && changes[0].base !== undefined;

/**
 * Takes back a refused edit and the later ones on the same events, in the core that made them.
 *
 * @param {Waiting} refused @param {unknown} error Why.
 * @param {Waiting[]} queue
 * @param {Engine | null} engine The core that is shown.
 * @param {import('./edit-history.js').EditHistory} history
 * @returns {{ lost: Waiting[], told: import('./edit-queue.js').Refusable | null, unread: Change[] }} The
 *   edits that are lost; what to tell of them, unless no person made them; and the changes whose events
 *   have to be read again.
 */
function takeBack(refused, error, queue, engine, history) {
  const lost = queue.filter(({ edit }) =>
    edit.changes.some((change) => refused.edit.changes.some((other) => isSame(change, other))),
  );
  // The refused edit is the first of them, so it's taken back last.
  for (const waiting of [...lost].reverse()) revert(waiting, engine, history);
  const left = queue.filter((waiting) => !lost.includes(waiting));
  const isLeft = (/** @type {Change} */ change) =>
    left.some(({ edit }) => edit.changes.some((other) => isSame(change, other)));
  const unread = lost.filter((each) => each === refused || each.edit.edit === unknownEdit);
  return {
    lost,
    // An edit that was made already, and whose answer got lost, is no refusal.
    told: isCode(error, 'edit-passed') ? null : toldOf(lost),
    unread: unread.flatMap(({ edit }) => edit.changes).filter((change) => !isLeft(change)),
  };
}

/**
 * @param {Waiting[]} lost
 * @returns {import('./edit-queue.js').Refusable | null} Of the last one with a form: later edits were made
 *   on top of the refused one, so it contains everything.
 */
function toldOf(lost) {
  const loud = lost.filter(({ draft }) => !draft.quiet);
  const last = loud.findLast(({ draft }) => draft.unsaved !== undefined) ?? loud[0];
  return last ? { ...last.draft, title: last.draft.title || last.edit.title } : null;
}

/** @param {Waiting} waiting @param {Engine | null} shown @param {import('./edit-history.js').EditHistory} history */
function revert({ edit, engine }, shown, history) {
  if (engine) history.refused(engine, edit);
  // An edit that the core no longer knows must not block the ones after it; reading its events again
  // corrects that. A core that was loaded since uses the same numbers for other edits.
  if (!engine || engine !== shown || edit.edit === unknownEdit) return;
  try {
    engine.revert(edit.edit);
  } catch (error) {
    console.warn(edit.edit, error);
  }
}

/** @param {Pick<Agenda, 'apply'>} agenda @param {Change[]} changes Reads their events from the server. */
async function readAgain(agenda, changes) {
  const places = changes.filter(
    (change, index) => changes.findIndex((other) => isSame(change, other)) === index,
  );
  await Promise.all(
    places.map(async ({ calendar, href }) => {
      try {
        const event = await fetchEvent(calendar, href);
        agenda.apply({ type: 'event', calendar, href, ...event });
      } catch (error) {
        if (isCode(error, 'not-found')) agenda.apply({ type: 'event-removed', calendar, href });
      }
    }),
  );
}

/**
 * Shows edits in a core that doesn't know them.
 *
 * @param {Waiting[]} queue @param {Pick<Agenda, 'engine' | 'apply'>} agenda
 */
function showAgain(queue, agenda) {
  const { engine } = agenda;
  if (!engine) return;
  for (const waiting of queue.filter((each) => each.engine !== engine)) {
    waiting.engine = engine;
    waiting.edit = { ...waiting.edit, edit: unknownEdit };
    for (const { op, calendar, href, etag, ical = '' } of waiting.edit.changes) {
      const place = { calendar, href };
      agenda.apply(
        op === 'put'
          ? { type: 'event', ...place, etag, ical }
          : { type: 'event-removed', ...place },
      );
    }
  }
}

/** @typedef {typeof refusals} Refusals */
export const refusals = { mergeWithServer, takeBack, readAgain, showAgain };
