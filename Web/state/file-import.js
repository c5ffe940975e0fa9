import { importFile } from '../api/calendars.js';
import { sendChange } from '../api/events.js';
import { HTTPError } from '../api/http.js';
import { addCalendar, removeCalendar } from './calendar-changes.js';

/** How many problems are listed; the rest are only counted. */
const problemsMax = 200;
/** How many events are restored at the same time. */
const senders = 6;

/**
 * Imports a file into a calendar, and reports the progress.
 *
 * @param {Agenda} agenda
 * @param {Blob} file
 * @param {{ id: string } | { name: string, color: string }} target A calendar, or one to make
 *   first.
 * @param {(state: ImportState) => void} progress
 * @param {AbortSignal} signal Stops it; what is saved by then stays.
 * @returns {Promise<ImportState>}
 */
export async function importInto(agenda, file, target, progress, signal) {
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
  for await (const records of importFile(calendar, file, signal)) {
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

/** @param {ImportState} state @returns {boolean} Whether the whole import can be undone. */
export function canTakeBack({ changes, result }) {
  return result !== null && changes.length > 0 && changes.length === result.added + result.updated;
}

/**
 * Deletes what imports added and restores what they replaced, the last import first. Each finished
 * change is removed from `changes`, so that a failed run can be resumed.
 *
 * @param {Agenda} agenda @param {ImportState[]} imports
 * @returns {Promise<{ back: number, kept: number }>} How many events are as they were before, and
 *   how many were left alone because somebody changed them since.
 */
export async function takeBack(agenda, imports) {
  let [back, kept] = [0, 0];
  for (const state of [...imports].reverse()) {
    // An event that a file has twice was changed twice: undo the later change first, and wait for
    // it.
    /** @type {Map<string, ImportChange[]>} */
    const byHref = new Map();
    for (const change of [...state.changes].reverse())
      byHref.set(change.href, [...(byHref.get(change.href) ?? []), change]);
    const queues = [...byHref.values()];
    const send = async () => {
      for (let queue = queues.shift(); queue; queue = queues.shift()) {
        let isBack = true;
        for (const change of queue) {
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
          queues.length = 0;
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
 * Deletes a calendar that was made for an import, if it's empty.
 *
 * @param {Agenda} agenda
 * @param {string} calendar
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
 * @returns {Promise<boolean>} False if somebody changed it since.
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
