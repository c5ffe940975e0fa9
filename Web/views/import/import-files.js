import { tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';
import { canTakeBack, takeBack } from '../../state/file-import.js';
import { calendarFilesIn, isZip, ZipError } from '../../state/zip-file.js';
import { ImportDialog } from './import-dialog.js';

/** @type {Record<import('../../state/zip-file.js').ZipFault, Message>} */
const faults = {
  broken: 'zipBroken',
  encrypted: 'zipEncrypted',
  method: 'zipMethod',
  tooMany: 'zipTooMany',
  tooLarge: 'zipTooLarge',
};

/** @typedef {(text: string, action?: ToastAction) => void} Say */

/**
 * Previews and imports the files one after the other, and those inside a zip; then offers to undo
 * all of it.
 *
 * @param {File[]} given @param {Agenda} agenda @param {Say} say
 */
export async function importFiles(given, agenda, say) {
  const files = await unpacked(given, say);
  /** @type {ImportState[]} */
  const done = [];
  for (const [index, { file, isPacked }] of files.entries()) {
    const place = { number: index + 1, count: files.length, isPacked };
    const state = await new Promise(
      (resolve) => void new ImportDialog(agenda, explain).open(file, place, resolve),
    );
    if (state && canTakeBack(state)) done.push(state);
  }
  if (done.length > 0) tell(document, 'calendars-imported');
  const n = done.reduce((sum, { changes }) => sum + changes.length, 0);
  if (n > 0)
    say(t('importTaken', { n }), { label: t('undo'), run: () => void undo(done, agenda, say) });
}

/**
 * Replaces each zip with the calendar files in it. Of one that can't be read, it says which entry is
 * at fault, and takes nothing.
 *
 * @param {File[]} given @param {Say} say
 */
async function unpacked(given, say) {
  /** @type {{ file: File, isPacked: boolean }[]} */
  const files = [];
  for (const file of given) {
    if (!(await isZip(file).catch(() => false))) {
      files.push({ file, isPacked: false });
      continue;
    }
    try {
      const inside = await calendarFilesIn(file);
      if (inside.length === 0) say(t('zipEmpty', { name: file.name }));
      files.push(...inside.map((each) => ({ file: each, isPacked: true })));
    } catch (error) {
      const { fault, entry } = error instanceof ZipError ? error : new ZipError('broken');
      say(t(faults[fault], { name: entry || file.name }));
    }
  }
  return files;
}

/**
 * @param {ImportState[]} done
 * @param {Agenda} agenda
 * @param {Say} say
 */
async function undo(done, agenda, say) {
  try {
    const { back, kept } = await takeBack(agenda, done);
    say(kept === 0 ? t('importUndone', { n: back }) : t('importPartlyUndone', { n: back, kept }));
  } catch (error) {
    say(explain(error), { label: t('undo'), run: () => void undo(done, agenda, say) });
  }
}
