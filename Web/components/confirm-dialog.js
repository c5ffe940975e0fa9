import { t } from '../i18n/strings.js';
import { ask } from './modal-dialog.js';

/**
 * Says what will happen, and asks for confirmation. The first button is the action, or Cancel if
 * something would be lost.
 *
 * @param {string} title
 * @param {string} text
 * @param {string} label The label of the button that confirms.
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
 * @returns {Promise<string>} The failure in words; empty if it worked.
 */
export async function failureOf(work, explain) {
  try {
    await work();
    return '';
  } catch (error) {
    return explain(error);
  }
}
