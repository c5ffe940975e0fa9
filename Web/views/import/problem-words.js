import { isMessage, t } from '../../i18n/strings.js';

/**
 * A problem of a file in the user's language, or the parser's English message if the page has no
 * text for it.
 *
 * @param {Problem} problem
 * @returns {{ text: string, isWorded: boolean }} `isWorded` if the page has a text; the parser's
 *   message already includes the outcome.
 */
export function problemText({ code, values, message }) {
  const [kind = '', reason = ''] = code.split(':');
  const [a = '', b = ''] = values;
  const words = [`problem-${kind}`, ...(reason ? [`reason-${reason}`] : [])];
  if (!words.every(isMessage)) return { text: message, isWorded: false };
  const [whole, part] = /** @type {[Message, Message?]} */ (words);
  return { text: t(whole, { a, b, reason: part ? t(part, { a, b }) : '' }), isWorded: true };
}
