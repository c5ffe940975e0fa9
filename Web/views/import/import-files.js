import { tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { calendarsIn } from '../../state/calendar-files.js';
import { explain } from '../../state/error-messages.js';
import { canTakeBack, changeCount, takeBack } from '../../state/file-import.js';
import { CalendarsDialog } from './calendars-dialog.js';
import { ImportDialog } from './import-dialog.js';
import { refusalText } from './refused-files.js';

/** @typedef {(text: string, action?: ToastAction) => void} Say */

/** @typedef {Parameters<typeof calendarsIn>[0]} Given */

/** How long looking for calendars may take before the page says so. */
const patienceMs = 500;

/**
 * Previews and imports the calendars in files, in zips and in folders; then offers to undo all of
 * it.
 *
 * @param {Given} given @param {Agenda} agenda @param {Say} say
 * @param {EditQueue['noteUndoable']} note
 */
export async function importFiles(given, agenda, say, note) {
  const waiting = setTimeout(() => say(t('importReading')), patienceMs);
  const found = await calendarsIn(given);
  clearTimeout(waiting);
  const states = await statesOf(found, agenda, say);
  if (states.some(({ result }) => result !== null)) tell(document, 'calendars-imported');
  const done = states.filter(canTakeBack);
  if (done.length === 0) return;
  const n = done.reduce((sum, state) => sum + changeCount(state), 0);
  const run = note(() => undo(done, agenda, say, () => run()));
  say(t('importTaken', { n }), { label: t('undo'), run });
}

/**
 * @param {Awaited<ReturnType<typeof calendarsIn>>} found @param {Agenda} agenda @param {Say} say
 * @returns {Promise<ImportState[]>} The imports that were made when the dialog closed.
 */
function statesOf(found, agenda, say) {
  const [calendar, ...others] = found.calendars;
  if (!calendar) {
    for (const refused of found.refused) say(refusalText(refused));
    return Promise.resolve([]);
  }
  return new Promise((resolve) => {
    if (others.length > 0 || found.refused.length > 0)
      new CalendarsDialog(agenda, explain, found).open(resolve);
    else
      void new ImportDialog(agenda, explain).open(calendar, (state) =>
        resolve(state ? [state] : []),
      );
  });
}

/**
 * @param {ImportState[]} done
 * @param {Agenda} agenda
 * @param {Say} say
 * @param {() => void} again
 * @returns {Promise<boolean>} False if something is left to undo.
 */
async function undo(done, agenda, say, again) {
  try {
    const { back, kept, binned } = await takeBack(agenda, done);
    const text =
      kept === 0 ? t('importUndone', { n: back }) : t('importPartlyUndone', { n: back, kept });
    say(binned.length === 0 ? text : t('importBinned', { text, names: binned.join(', ') }));
    return true;
  } catch (error) {
    say(explain(error), { label: t('undo'), run: again });
    return false;
  }
}
