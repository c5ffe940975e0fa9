import { answerText } from '../../components/answer-row.js';
import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';

/**
 * So many dates that are still to come are asked about, each of which costs the core a look; of a
 * series it names no more.
 */
const datesMax = 26;
const timesMax = 400;

/**
 * Who answered single dates of a time that repeats, besides the date that is looked at.
 *
 * @param {Engine} engine
 * @param {string} first The key of its first occurrence.
 * @param {string} shown Of the one that is looked at.
 * @param {string} today
 * @returns {HTMLElement[]} Nothing when nobody did.
 */
export function singleDates(engine, first, shown, today) {
  /** @type {HTMLElement[]} */
  const lines = [];
  try {
    const { ownStart, repeatText } = engine.event(first);
    const times = engine
      .ruleTimes(ownStart, '', repeatText, timesMax)
      .times.filter((time) => time >= today.replaceAll('-', ''));
    for (const time of times.slice(0, datesMax)) {
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
    // A rule that can't be followed names no dates.
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
 * @returns {GivenAnswer[]} What was said to this date alone, if it takes place.
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
