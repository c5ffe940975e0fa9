import { clock } from '../../lib/clock.js';
import { element } from '../../lib/dom.js';
import { dateText, timeText } from '../../lib/format.js';
import { ruleSentence } from '../../lib/rule-sentence.js';
import { t } from '../../lib/strings.js';
import { titleOf } from '../../lib/whose.js';

/** @param {Times} time @returns {string} */
export function whenText({ allDay, start, end }) {
  const side = (/** @type {string} */ at) => (allDay ? dateText(at, 'full') : `${dateText(at, 'full')}, ${timeText(at)}`);
  if (start === end) return side(start);
  const last = !allDay && start.slice(0, 10) === end.slice(0, 10) ? timeText(end) : side(end);
  return t('fromTo', { start: side(start), end: last });
}

/** @param {Engine | null} engine @param {string} start @param {string} rule @returns {string} */
export function ruleText(engine, start, rule) {
  const said = rule && engine?.ruleTimes(start, '', rule, 0);
  return said ? ruleSentence(said, document.documentElement.lang) : '';
}

/** @param {ProposalDetail} proposal @returns {string} Until when answers are taken, or were. */
export function deadlineText({ deadline, over }) {
  return deadline ? t(over ? 'deadlineOver' : 'deadlineUntil', { time: `${dateText(deadline, 'full')}, ${timeText(deadline)}` }) : '';
}

/** @param {string} local A deadline by the user's clock; may be empty. @returns {string} What is wrong with it. */
export function deadlineProblem(local) {
  return local !== '' && new Date(local).getTime() < clock.nowSeconds() * 1000 ? t('deadlinePast') : '';
}

/**
 * What of one's own there is at a time that is proposed.
 *
 * @param {Conflicts | null | undefined} found @param {boolean} repeats Whether it is told of several dates.
 */
export function conflictList(found, repeats) {
  if (!found) return [];
  if (found.found.length === 0) return [element('p', { class: 'no-conflict', text: t('noConflicts') })];
  const items = found.found.map(({ start, events }) => element('li', {},
    repeats ? `${dateText(start.slice(0, 10), 'short')}: ` : '',
    events.map((event) => `${titleOf(event)}${event.allDay ? '' : ` ${timeText(event.start)}–${timeText(event.end)}`}`).join(', ')));
  return [element('p', { class: 'conflict', text: repeats ? t('conflictsOf', { n: found.found.length, all: found.times }) : t('conflict') }),
    element('ul', { class: 'conflicts' }, ...items)];
}
