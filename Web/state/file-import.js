import { importFile } from '../api/calendars.js';
import { sendChange } from '../api/events.js';
import { HTTPError } from '../api/http.js';
import { addCalendar, removeCalendar } from './calendar-changes.js';

/** Problems shown one by one; the rest is counted. */
const problemsMax = 200;
/** So many events are asked to be as before at once. */
const senders = 6;

/**
 * Sends a file into a calendar and tells how far the server is.
 *
 * @param {Agenda} agenda
 * @param {Blob} file
 * @param {{ id: string } | { name: string, color: string }} target A calendar, or one to make
 *   first.
 * @param {(state: ImportState) => void} progress
 * @returns {Promise<ImportState>}
 */
export async function importInto(agenda, file, target, progress) {
  const isNew = !('id' in target);
  const calendar = 'id' in target ? target.id : (await addCalendar(agenda, target)).id;
  /** @type {ImportState} */
  const state = {
    calendar,
    isNew,
    changes: [],
    done: 0,
    total: 0,
    problems: [],
    problemCount: 0,
    result: null,
  };
  for await (const records of importFile(calendar, file)) {
    for (const record of records) take(state, record);
    progress(state);
  }
  return state;
}

/** @param {ImportState} state @param {ImportRecord} record */
function take(state, record) {
  switch (record.type) {
    case 'progress':
      state.done = record.done;
      state.total = record.total;
      return;
    case 'problem':
      state.problemCount += 1;
      if (state.problems.length < problemsMax) state.problems.push(record);
      return;
    case 'more-problems':
      state.problemCount += record.count;
      return;
    case 'change':
      state.changes.push(record);
      return;
    case 'end':
      state.result = record;
  }
}

/** @param {ImportState} state @returns {boolean} Whether all that it did can be taken back. */
export function canTakeBack({ changes, result }) {
  return result !== null && changes.length > 0 && changes.length === result.added + result.updated;
}

/**
 * Takes out what imports added and puts back what they replaced, the last one first. What is done
 * is taken from the list
 * of what they changed, so that one that fails halfway can go on.
 *
 * @param {Agenda} agenda @param {ImportState[]} imports
 * @returns {Promise<{ back: number, kept: number }>} How many are as before, and how many stay, as
 *   somebody changed them since.
 */
export async function takeBack(agenda, imports) {
  let [back, kept] = [0, 0];
  for (const state of [...imports].reverse()) {
    // What one file has twice was changed twice: the later one goes first, and in its turn.
    /** @type {Map<string, ImportChange[]>} */
    const byHref = new Map();
    for (const change of [...state.changes].reverse())
      byHref.set(change.href, [...(byHref.get(change.href) ?? []), change]);
    const ways = [...byHref.values()];
    const send = async () => {
      for (let way = ways.shift(); way; way = ways.shift()) {
        let isBack = true;
        for (const change of way) {
          isBack &&= await isUndone(state.calendar, change);
          state.changes.splice(state.changes.indexOf(change), 1);
        }
        if (isBack) back += 1;
        else kept += 1;
      }
    };
    const ends = await Promise.allSettled(
      Array.from({ length: senders }, () =>
        send().catch((error) => {
          ways.length = 0;
          throw error;
        }),
      ),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (state.isNew) await dropEmpty(agenda, state.calendar);
  }
  return { back, kept };
}

/**
 * @param {Agenda} agenda
 * @param {string} calendar One that was made for an import; it may hold something else by now.
 */
async function dropEmpty(agenda, calendar) {
  try {
    await removeCalendar(agenda, calendar, '?only=empty');
  } catch (error) {
    if (!(error instanceof HTTPError && ['not-empty', 'not-found'].includes(error.code)))
      throw error;
  }
}

/**
 * @param {string} calendar
 * @param {ImportChange} change
 * @returns {Promise<boolean>} Not when somebody changed it since.
 */
async function isUndone(calendar, { href, etag, before }) {
  try {
    await sendChange(
      before === undefined
        ? { op: 'delete', calendar, href, etag }
        : { op: 'put', calendar, href, etag, ical: before },
      etag,
    );
    return true;
  } catch (error) {
    if (
      error instanceof HTTPError &&
      ['changed-elsewhere', 'not-found', 'is-proposal'].includes(error.code)
    )
      return false;
    throw error;
  }
}
