import { importFile } from '../api/calendars.js';
import { addCalendar } from './calendar-changes.js';

/** Problems shown one by one; the rest is counted. */
const problemsMax = 200;

/**
 * Sends a file into a calendar and tells how far the server is.
 *
 * @param {Agenda} agenda
 * @param {Blob} file
 * @param {{ id: string } | { name: string, color: string }} target A calendar, or one to make first.
 * @param {(state: ImportState) => void} progress
 * @returns {Promise<ImportState>}
 */
export async function importInto(agenda, file, target, progress) {
  const id = 'id' in target ? target.id : (await addCalendar(agenda, target)).id;
  /** @type {ImportState} */
  const state = { done: 0, total: 0, problems: [], problemCount: 0, result: null };
  for await (const records of importFile(id, file)) {
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
    case 'end':
      state.result = record;
  }
}
