import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';
import { canTakeBack, takeBack } from '../../state/file-import.js';
import { ImportDialog } from './import-dialog.js';

/**
 * Previews and imports the files one after the other, then offers to undo all of it.
 *
 * @param {File[]} files @param {Agenda} agenda
 * @param {(text: string, action?: ToastAction) => void} say
 */
export async function importFiles(files, agenda, say) {
  /** @type {ImportState[]} */
  const done = [];
  for (const file of files) {
    const state = await new Promise(
      (resolve) => void new ImportDialog(agenda, explain).open(file, resolve),
    );
    if (state && canTakeBack(state)) done.push(state);
  }
  const n = done.reduce((sum, { changes }) => sum + changes.length, 0);
  if (n > 0)
    say(t('importTaken', { n }), { label: t('undo'), run: () => void undo(done, agenda, say) });
}

/**
 * @param {ImportState[]} done
 * @param {Agenda} agenda
 * @param {(text: string, action?: ToastAction) => void} say
 */
async function undo(done, agenda, say) {
  try {
    const { back, kept } = await takeBack(agenda, done);
    say(kept === 0 ? t('importUndone', { n: back }) : t('importPartlyUndone', { n: back, kept }));
  } catch (error) {
    say(explain(error), { label: t('undo'), run: () => void undo(done, agenda, say) });
  }
}
