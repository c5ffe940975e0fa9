import { element } from '../../lib/dom.js';
import { t } from '../../lib/strings.js';

/**
 * The problems of a file with their lines and what becomes of them.
 *
 * @param {Problem[]} problems @param {number} count All of them, also those not listed.
 * @returns {HTMLElement}
 */
export function problemList(problems, count) {
  if (count === 0) return element('div', { hidden: true });
  const items = problems.map(({ line, message, outcome }) => element('li', {},
    element('span', { class: 'problem-line', text: t('line', { n: line }) }),
    element('span', { text: message }),
    message.includes(outcome) ? null : element('small', { text: outcome })));
  const rest = count - problems.length;
  return element('details', { class: 'problems', open: true },
    element('summary', { text: t('importProblems', { n: count }) }),
    element('ul', {}, ...items),
    rest > 0 ? element('p', { class: 'hint', text: t('importMoreProblems', { n: rest }) }) : null);
}
