import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { problemText } from './problem-words.js';

/** @type {Record<string, Message>} */
const outcomes = { repaired: 'outcomeRepaired', dropped: 'outcomeDropped' };

/**
 * Lists the problems of a file with their lines and outcomes.
 *
 * @param {Problem[]} problems
 * @param {number} count Of all problems, including those not listed.
 * @param {boolean} [hasLines] Whether the lines are those of the user's file.
 * @returns {HTMLElement}
 */
export function problemList(problems, count, hasLines = true) {
  if (count === 0) return element('div', { hidden: true });
  const items = problems.map((problem) => {
    const { text, isWorded } = problemText(problem);
    const outcome = outcomes[problem.outcome];
    return element(
      'li',
      {},
      hasLines && element('span', { class: 'problem-line', text: t('line', { n: problem.line }) }),
      element(
        'span',
        {},
        nameOf(problem) ? element('strong', { text: `${nameOf(problem)}: ` }) : null,
        element('span', { text }),
      ),
      outcome && isWorded ? element('small', { text: t(outcome) }) : null,
    );
  });
  const rest = count - problems.length;
  return element(
    'details',
    { class: 'problems', open: true },
    element('summary', { text: t('importProblems', { n: count }) }),
    element('ul', {}, ...items),
    rest > 0 ? element('p', { class: 'hint', text: t('importMoreProblems', { n: rest }) }) : null,
  );
}

/** @param {Problem} problem @returns {string} The event it is in, by its title and date. */
function nameOf({ title = '', start = '' }) {
  if (!title && !start) return '';
  const name = title || t('untitled');
  return start
    ? t('problemEvent', { name, date: dateText(start.slice(0, 10), 'shortYear') })
    : name;
}
