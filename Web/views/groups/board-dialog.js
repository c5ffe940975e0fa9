import { openDialog } from '../../components/modal-dialog.js';
import { iconButton } from '../../components/icon-button.js';
import { addDays, weekday } from '../../lib/civil-date.js';
import { element, tell } from '../../lib/dom.js';
import { dateText, timeText } from '../../lib/format.js';
import { t } from '../../lib/strings.js';
import { initialsOf, proposedClass, titleOf } from '../../lib/whose.js';

const weekDays = 7;
/** The hours that are drawn; what is outside of them stands at their edge. */
const firstMinute = 360, lastMinute = 1440;
/** Less could not be pressed. */
const blockMinutesMin = 45;

/** @param {number} minute @returns {number} Its part of the drawn hours. */
const partOf = (minute) => Math.max(0, minute - firstMinute) / (lastMinute - firstMinute);


/** The members of a group, one below the other, and what each has in a week. */
export class BoardDialog {
  #model;
  #first;
  #table = element('table', { class: 'board' });
  #title = element('strong', { 'aria-live': 'polite' });

  /** @param {BoardModel} model */
  constructor(model) {
    this.#model = model;
    this.#first = addDays(model.date, -((weekday(model.date) - model.firstWeekday + weekDays) % weekDays));
  }

  open() {
    const { group, changes, closed } = this.#model;
    const end = new AbortController();
    changes.addEventListener('change', () => this.#show(), { signal: end.signal });
    const step = (/** @type {number} */ days) => () => {
      this.#first = addDays(this.#first, days);
      this.#show();
    };
    openDialog({
      title: group.name, kind: 'wide', closed: () => {
        end.abort();
        closed();
      },
      body: [element('div', { class: 'board-head' }, iconButton('back', t('previousWeek'), step(-weekDays)), this.#title, iconButton('forward', t('nextWeek'), step(weekDays))),
        element('div', { class: 'board-scroll' }, this.#table)],
    });
    this.#show();
  }

  #show() {
    const { group, board } = this.#model;
    const shown = board(this.#first, weekDays, group.members.map(({ id }) => id));
    this.#title.textContent = t('fromTo', { start: dateText(this.#first, 'short'), end: dateText(addDays(this.#first, weekDays - 1), 'short') });
    this.#table.replaceChildren(
      element('thead', {}, element('tr', {}, element('td'), ...shown.days.map(({ date, today }) => element('th', {
        scope: 'col', class: today ? 'today' : '', 'aria-label': dateText(date, 'full'), text: `${dateText(date, 'weekdayShort')} ${Number(date.slice(8))}`,
      })))),
      element('tbody', {}, ...shown.rows.map((row) => this.#row(row, group.members.find(({ id }) => id === row.account)))));
  }

  /** @param {Board['rows'][number]} row @param {Member | undefined} member The group itself without. */
  #row({ cells, lanes }, member) {
    const made = element('tr', { 'data-color': member?.color ?? this.#model.group.color },
      element('th', { scope: 'row' }, member ? element('span', { class: 'initials', 'aria-hidden': 'true', text: initialsOf(member.name) }) : null,
        element('span', { dir: 'auto', text: member?.name ?? t('groupCalendar') })),
      ...cells.map((blocks) => element('td', {}, element('div', { class: 'board-cell' }, ...blocks.map((block) => this.#block(block))))));
    made.style.setProperty('--lanes', String(lanes));
    return made;
  }

  /** @param {BoardBlock} block */
  #block(block) {
    const title = titleOf(block);
    const when = block.allDay ? t('allDay') : t('fromTo', { start: timeText(block.start), end: timeText(block.end) });
    const made = element('button', {
      type: 'button', class: `board-block${proposedClass(block)}`, 'data-color': block.color, 'data-key': block.key,
      title: `${when} ${title}`, 'aria-label': `${title}, ${when}`, text: title, onclick: () => tell(made, 'event-open', { key: block.key }),
    });
    const from = Math.min(block.from, lastMinute - blockMinutesMin);
    made.style.setProperty('--from', String(partOf(from)));
    made.style.setProperty('--to', String(partOf(Math.max(block.to, from + blockMinutesMin, firstMinute + blockMinutesMin))));
    made.style.setProperty('--lane', String(block.lane));
    return made;
  }
}
