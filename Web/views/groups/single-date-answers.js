import { answerText } from '../../components/answer-row.js';
import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';

/** The most coming dates that are looked up, with one query each. */
const datesMax = 26;

/**
 * Lists the answers to single dates of a repeating candidate, except the date that is shown.
 *
 * @param {Engine} engine
 * @param {string} first The key of its first occurrence.
 * @param {string} shown The key of the occurrence that is shown.
 * @param {string} today
 * @returns {HTMLElement[]} Empty if nobody answered single dates.
 */
export function singleDates(engine, first, shown, today) {
  /** @type {HTMLElement[]} */
  const lines = [];
  try {
    const { ownStart, repeatText } = engine.event(first);
    const from = `${today.replaceAll('-', '')}T000000Z`;
    for (const time of engine.ruleTimes(ownStart, '', repeatText, datesMax, from).times) {
      const key = `${first.slice(0, first.lastIndexOf('/'))}/${time}`;
      const given = key === shown ? [] : answersTo(engine, key);
      if (given.length > 0)
        lines.push(
          element('li', {
            dir: 'auto',
            text: `${dateText(engine.event(key).start.slice(0, 10), 'short')}: ${given.map(words).join('; ')}`,
          }),
        );
    }
  } catch {
    // A rule that the core can't expand has no dates to list.
  }
  return lines.length === 0
    ? []
    : [
        element('p', { class: 'conflict', text: t('forSingleDates') }),
        element('ul', { class: 'conflicts' }, ...lines),
      ];
}

/**
 * @param {Engine} engine
 * @param {string} key
 * @returns {GivenAnswer[]} The answers to this date only; none if the occurrence doesn't exist.
 */
function answersTo(engine, key) {
  try {
    return engine.proposal(key).answers.filter(({ one }) => one);
  } catch {
    return [];
  }
}

/** @param {GivenAnswer} given */
const words = ({ name, answer, comment }) =>
  `${name}, ${answerText(answer)}${comment ? ` (${comment})` : ''}`;
