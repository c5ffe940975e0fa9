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
  const rest = count - problems.length;
  return list(
    t('importProblems', { n: count }),
    problems,
    hasLines,
    rest > 0 ? element('p', { class: 'hint', text: t('importMoreProblems', { n: rest }) }) : null,
  );
}

/**
 * Lists the changes that an import made to events from a file with only parts of them.
 *
 * @param {Problem[]} notes
 * @param {boolean} [hasLines] Whether the lines are those of the user's file.
 * @returns {HTMLElement}
 */
export function noteList(notes, hasLines = true) {
  if (notes.length === 0) return element('div', { hidden: true });
  return list(t('importNotes', { n: notes.length }), notes, hasLines);
}

/**
 * @param {string} title @param {Problem[]} problems @param {boolean} hasLines
 * @param {HTMLElement | null} [rest]
 */
const list = (title, problems, hasLines, rest = null) =>
  element(
    'details',
    { class: 'problems', open: true },
    element('summary', { text: title }),
    element('ul', {}, ...problems.map((problem) => item(problem, hasLines))),
    rest,
  );

/** @param {Problem} problem @param {boolean} hasLines */
function item(problem, hasLines) {
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
}

/** @param {Problem} problem @returns {string} The event it is in, by its title and date. */
function nameOf({ title = '', start = '' }) {
  if (!title && !start) return '';
  const name = title || t('untitled');
  return start
    ? t('problemEvent', { name, date: dateText(start.slice(0, 10), 'shortYear') })
    : name;
}
