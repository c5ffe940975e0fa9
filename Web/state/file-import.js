import { importFile } from '../api/calendars.js';
import { sendChange } from '../api/events.js';
import { HTTPError } from '../api/http.js';
import { addCalendar, removeCalendar } from './calendar-changes.js';

/** How many problems are listed; the rest are only counted. */
const problemsMax = 200;
/** The most changes of an import that the server lists; with as many, there may be more. */
const changesListedMax = 2000;
/** How many events are restored at the same time. */
const senders = 6;

/**
 * Imports a file into a calendar, and reports the progress.
 *
 * @param {Agenda} agenda
 * @param {Blob} file
 * @param {ImportTarget} target
 * @param {(state: ImportState) => void} progress Called first once there is a calendar to import
 *   into. The state is kept up to date even if the import fails later.
 * @param {AbortSignal} signal Stops the import; everything saved by then stays.
 * @returns {Promise<ImportState>}
 */
export async function importInto(agenda, file, target, progress, signal) {
  const isNew = !('id' in target) || target.isNew === true;
  const calendar = 'id' in target ? target.id : (await addCalendar(agenda, target)).id;
  /** @type {ImportState} */
  const state = {
    calendar,
    isNew,
    changes: [],
    isWhole: false,
    done: 0,
    total: 0,
    problems: [],
    problemCount: 0,
    notes: [],
    result: null,
  };
  progress(state);
  try {
    for await (const records of importFile(calendar, file, signal)) {
      for (const record of records) take(state, record);
      progress(state);
    }
  } finally {
    // If it can't be deleted now, it stays empty: the failure of the import is more important.
    if (isNew && changeCount(state) === 0) await dropEmpty(agenda, calendar).catch(() => {});
  }
  return state;
}

/**
 * @param {ImportState} state
 * @returns {number} The number of events that it added and updated, as far as that's known.
 */
export const changeCount = ({ changes, result }) =>
  result ? result.added + result.updated : changes.length;

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
    case 'note':
      state.notes.push(record);
      return;
    case 'more-problems':
      state.problemCount += record.count;
      return;
    case 'change':
      state.changes.push(record);
      return;
    case 'storage-full':
    case 'disk-full':
      throw new HTTPError(record.type, record.detail, 0, record.reason);
    case 'end':
      state.result = record;
      state.isWhole = state.changes.length === record.added + record.updated;
  }
}

/**
 * @param {ImportState} state
 * @returns {boolean} Whether the whole import can be undone; if it failed, whether its known
 *   changes can.
 */
export function canTakeBack(state) {
  const { isNew, isWhole, result, changes } = state;
  const isKnown = isWhole || (result === null && changes.length < changesListedMax);
  return changeCount(state) > 0 && (isNew || isKnown);
}

/**
 * Deletes what imports added and restores what they replaced, the last import first. A calendar that
 * was made for an import goes to the bin if not all changes in it are known. Each finished change is
 * removed from `changes`, so that a failed run can be resumed.
 *
 * @param {Agenda} agenda @param {ImportState[]} imports
 * @returns {Promise<{ back: number, kept: number, binned: string[] }>} How many events are as they
 *   were before, how many were left alone because somebody changed them since, and the names of the
 *   calendars in the bin.
 */
export async function takeBack(agenda, imports) {
  /** @type {{ back: number, kept: number, binned: string[] }} */
  const sum = { back: 0, kept: 0, binned: [] };
  for (const state of [...imports].reverse()) {
    if (state.isNew && !state.isWhole) {
      const name = agenda.calendars.get(state.calendar)?.name;
      if (name === undefined) continue;
      await removeCalendar(agenda, state.calendar);
      sum.back += changeCount(state);
      sum.binned.unshift(name);
      continue;
    }
    const { back, kept } = await takeBackChanges(state);
    sum.back += back;
    sum.kept += kept;
    if (state.isNew) await dropEmpty(agenda, state.calendar);
  }
  return sum;
}

/** @param {ImportState} state */
async function takeBackChanges(state) {
  let [back, kept] = [0, 0];
  // An event that a file has twice was changed twice: undo the later change first, and wait for it.
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
