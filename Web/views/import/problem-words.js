import { isMessage, t } from '../../i18n/strings.js';

/**
 * A problem of a file in the user's language; in English as the reader of the file says it, where
 * the page has no words.
 *
 * @param {Problem} problem
 * @returns {{ text: string, isWorded: boolean }} Whether the page has words for it; the reader's
 *   own also say what becomes of it.
 */
export function problemText({ code, values, message }) {
  const [kind = '', reason = ''] = code.split(':');
  const [a = '', b = ''] = values;
  const words = [`problem-${kind}`, ...(reason ? [`reason-${reason}`] : [])];
  if (!words.every(isMessage)) return { text: message, isWorded: false };
  const [whole, part] = /** @type {[Message, Message?]} */ (words);
  return { text: t(whole, { a, b, reason: part ? t(part, { a, b }) : '' }), isWorded: true };
}
