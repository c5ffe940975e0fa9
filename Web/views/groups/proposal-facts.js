import { element } from '../../dom/element.js';
import { titleOf } from '../../i18n/calendar-owners.js';
import { dateText, timeText } from '../../i18n/format.js';
import { ruleSentence } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';

/** @param {Times} time @returns {string} */
export function whenText({ allDay, start, end }) {
  const side = (/** @type {string} */ at) =>
    allDay ? dateText(at, 'full') : `${dateText(at, 'full')}, ${timeText(at)}`;
  if (start === end) return side(start);
  const last = !allDay && start.slice(0, 10) === end.slice(0, 10) ? timeText(end) : side(end);
  return t('fromTo', { start: side(start), end: last });
}

/** @param {Engine | null} engine @param {string} start @param {string} rule @returns {string} */
export function ruleText(engine, start, rule) {
  const said = rule && engine?.ruleTimes(start, '', rule, 0);
  return said ? ruleSentence(said) : '';
}

/** @param {ProposalDetail} proposal @returns {string} The deadline for answers; empty for none. */
export function deadlineText({ deadline, over }) {
  return deadline
    ? t(over ? 'deadlineOver' : 'deadlineUntil', {
        time: `${dateText(deadline, 'full')}, ${timeText(deadline)}`,
      })
    : '';
}

/**
 * @param {Partial<ProposalTally>} counts
 * @returns {string} How many people gave each answer; answers that nobody gave are left out.
 */
export function tallyText({ yes = 0, maybe = 0, no = 0, missing = 0 }) {
  return [
    yes > 0 && t('tallyYes', { n: yes }),
    maybe > 0 && t('tallyMaybe', { n: maybe }),
    no > 0 && t('tallyNo', { n: no }),
    missing > 0 && t('tallyMissing', { n: missing }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The most dates that are named. */
const conflictsMax = 3;

/**
 * The user's conflicts with a proposed time, in words.
 *
 * @param {Conflicts | null | undefined} found
 * @param {boolean} repeats Whether it's about several dates.
 * @returns {{ lead: string, lines: string[] }} One line per date; none if there's no conflict.
 */
function conflictWords(found, repeats) {
  if (!found) return { lead: '', lines: [] };
  if (found.found.length === 0)
    return { lead: t(found.cut ? 'conflictsCut' : 'noConflicts'), lines: [] };
  const lines = found.found.map(
    ({ start, events }) =>
      (repeats ? `${dateText(start.slice(0, 10), 'short')}: ` : '') +
      events
        .map(
          (event) =>
            `${titleOf(event)}${event.allDay ? '' : ` ${timeText(event.start)}–${timeText(event.end)}`}`,
        )
        .join(', '),
  );
  return {
    lead: repeats ? t('conflictsOf', { n: found.found.length, all: found.times }) : t('conflict'),
    lines,
  };
}

/**
 * The conflicts as plain text, for a question dialog.
 *
 * @param {Conflicts | null | undefined} found @param {boolean} repeats @returns {string[]}
 */
export function conflictLines(found, repeats) {
  const { lead, lines } = conflictWords(found, repeats);
  const more = lines.length - conflictsMax;
  return [
    lead,
    ...lines.slice(0, conflictsMax),
    ...(more > 0 ? [t('conflictsMore', { n: more })] : []),
  ].filter(Boolean);
}

/**
 * The conflicts as elements: the first few, and a button for the others.
 *
 * @param {Conflicts | null | undefined} found
 * @param {boolean} repeats Whether it's about several dates.
 * @param {{ isAll: boolean, turn: (isAll: boolean) => void }} [more] Whether all of them show, and
 *   what the button does; without it the others are only counted.
 */
export function conflictList(found, repeats, more) {
  const { lead, lines } = conflictWords(found, repeats);
  if (lines.length === 0) return lead ? [element('p', { class: 'no-conflict', text: lead })] : [];
  const left = lines.length - conflictsMax;
  const shown = more?.isAll ? lines : lines.slice(0, conflictsMax);
  const rest =
    left > 0 &&
    (more
      ? element('button', {
          type: 'button',
          class: 'more-conflicts',
          'aria-expanded': String(more.isAll),
          'data-for': 'conflicts',
          text: more.isAll ? t('showFewer') : t('conflictsMore', { n: left }),
          onclick: () => more.turn(!more.isAll),
        })
      : element('p', { class: 'tally', text: t('conflictsMore', { n: left }) }));
  return [
    element('p', { class: 'conflict', text: lead }),
    element('ul', { class: 'conflicts' }, ...shown.map((text) => element('li', { text }))),
    ...(rest ? [rest] : []),
  ];
}
