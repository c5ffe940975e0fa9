import { t } from '../i18n/strings.js';
import { ask } from './modal-dialog.js';

/**
 * Says what will happen, and asks once. What loses nothing is the first choice; before what does,
 * there is the way out.
 *
 * @param {string} title
 * @param {string} text
 * @param {string} label Of the button that does it.
 * @param {boolean} [isDanger]
 * @returns {Promise<boolean>}
 */
export async function confirmChoice(title, text, label, isDanger = false) {
  const cancel = { value: 'cancel', label: t('cancel') };
  /** @type {Question<string>['choices']} */
  const choices = isDanger
    ? [cancel, { value: 'do', label, tone: 'danger' }]
    : [{ value: 'do', label, tone: 'primary' }, cancel];
  return (await ask({ title, text, choices })) === 'do';
}

/**
 * @param {() => Promise<unknown>} work @param {(error: unknown) => string} explain
 * @returns {Promise<string>} What went wrong in words; nothing when all went well.
 */
export async function failureOf(work, explain) {
  try {
    await work();
    return '';
  } catch (error) {
    return explain(error);
  }
}
