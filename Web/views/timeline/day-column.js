import { element } from '../../dom/element.js';
import { ownerOf } from '../../i18n/calendar-owners.js';
import { clockText, dateText, numberText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { divisionOf } from '../../layout/column-fit.js';
import { dateOfDay, weekdayOfDay } from '../../time/civil-date.js';
import { stripItem } from './busy-strip.js';
import { countButton } from './crowded-times.js';
import { drawEvent } from './event-block.js';
import { blocksOf } from './simplified-day.js';

/** How far before the cut an event counts as cut, in minutes, because scrolling outruns scripts. */
const aheadMinutes = 60;

/** @typedef {import('./event-block.js').DaySizes} DaySizes */

/** One day of the timeline: its heading, hours and events. Columns are reused for other days. */
export class DayColumn {
  day = 0;
  /** @type {FittedDay | null} */
  shown = null;
  #list = element('ul', { class: 'hours-list' });
  #now = element('i', { class: 'now-line', hidden: true });
  element = element('section', { class: 'hours-day' }, this.#now, this.#list);
  heading = element(
    'div',
    { class: 'day-name-cell' },
    element(
      'button',
      { type: 'button', class: 'day-name-button', tabindex: -1 },
      element('span', { class: 'name' }),
      element('span', { class: 'number' }),
      element('small', { class: 'city' }),
    ),
  );
  /** @type {HTMLElement[]} */
  #bands = [];
  /**
   * What the list has after its events: the counts of those that have no room, and the strips.
   *
   * @type {HTMLElement[]}
   */
  #others = [];
  #drawn = '';
  #placed = '';
  #cityOn = (/** @type {string} */ _date) => '';
  /**
   * Events so tall that their names can scroll out of sight.
   *
   * @type {{ button: HTMLElement, from: number, to: number }[]}
   */
  #tall = [];
  /**
   * While the day is only sketched: the list items to reuse for its events, and its sizes.
   *
   * @type {{ items: Element[], box: DaySizes } | null}
   */
  #rough = null;

  get isRough() {
    return this.#rough !== null;
  }

  /**
   * @param {number} day
   * @param {number} base The strip's first day.
   * @param {{ weekend: number[], hoursOn: Settings['hoursOn'], today: string, isTight: boolean,
   *   cityOn: (date: string) => string }} look If it's tight, the weekday is a single letter.
   */
  place(day, base, { weekend, hoursOn, today, isTight, cityOn }) {
    const date = dateOfDay(day);
    const weekday = weekdayOfDay(day);
    const hours = hoursOn(weekday);
    const city = cityOn(date);
    this.#cityOn = cityOn;
    const placed = [day, base, weekend, hours, today, isTight, city].join();
    // Setting the same values again would still restyle everything in the day.
    if (placed === this.#placed) return;
    this.#placed = placed;
    const isOther = day !== this.day;
    this.day = day;
    for (const part of [this.element, this.heading])
      part.style.setProperty('--i', String(day - base));
    if (isOther) {
      this.shown = null;
      this.#drawn = '';
    }
    const look = `${weekend.includes(weekday) ? ' weekend' : ''}${date === today ? ' today' : ''}`;
    const [work = 0, rest = 24] = hours ?? [];
    this.element.style.setProperty('--work', String(work));
    this.element.style.setProperty('--rest', String(rest));
    this.element.className = `hours-day${look}${this.shown?.hasStripRoom ? ' with-strips' : ''}`;
    this.heading.className = `day-name-cell${look}${date < today ? ' past' : ''}`;
    this.element.dataset['date'] = date;
    const button = this.heading.firstElementChild;
    if (button) {
      const named = dateText(date, 'full');
      button.ariaLabel = city ? t('stay', { city, days: named }) : named;
      const [name, number, place] = button.children;
      if (name) name.textContent = dateText(date, isTight ? 'weekdayNarrow' : 'weekdayShort');
      if (number) number.textContent = numberText(Number(date.slice(8)));
      if (place) place.textContent = city;
    }
  }

  /**
   * Keeps the names visible of events that the head cuts, or soon may. Only of those, because each
   * sticky name costs the browser a layer in every frame.
   *
   * @param {number} minute The first visible one; NaN if the day is out of sight.
   */
  cutAt(minute) {
    for (const { button, from, to } of this.#tall)
      button.classList.toggle('cut', from < minute + aheadMinutes && to > minute - aheadMinutes);
  }

  /** Shows no events until they're known. */
  empty() {
    this.shown = null;
    this.#drawn = '';
    this.#tall = [];
    this.#rough = null;
    this.#list.className = 'hours-list';
    this.#others = [];
    this.#list.replaceChildren();
    this.#list.ariaLabel = dateText(dateOfDay(this.day), 'full');
    this.#now.hidden = true;
    this.#showChange(null);
  }

  /**
   * Draws the events of a day that scrolls by fast as mere blocks.
   *
   * @param {FittedDay} day @param {DaySizes} box
   */
  sketch(day, box) {
    this.#begin(day);
    this.#forgetOthers();
    this.#rough = { items: this.#rough?.items ?? [...this.#list.children], box };
    this.#drawn = '';
    this.#tall = [];
    this.#list.replaceChildren();
    this.#list.className = 'hours-list rough';
    this.#list.style.setProperty('--blocks', blocksOf(day, box));
    this.#showChange(day.change);
  }

  /** Draws the events of a day that is only sketched. */
  complete() {
    if (this.#rough && this.shown) this.fill(this.shown, this.#rough.box);
  }

  /** @param {FittedDay} day */
  #begin(day) {
    this.shown = day;
    this.#now.hidden = day.nowMinute === undefined;
    if (day.nowMinute !== undefined) this.#now.style.setProperty('--from', String(day.nowMinute));
    this.element.classList.toggle('with-strips', day.hasStripRoom);
    this.#list.ariaLabel = `${dateText(day.date, 'full')}${day.today ? `, ${t('todayWord')}` : ''}`;
  }

  /** @param {FittedDay} day @param {DaySizes} box */
  fill(day, box) {
    // Use units of the usual text size, because letters twice as high need twice the room.
    const [hourPx, dayPx] = [box.hourPx / box.scale, box.dayPx / box.scale];
    this.#begin(day);
    const drawn = JSON.stringify([
      hourPx,
      dayPx,
      day.today,
      day.change,
      day.pieces,
      day.more,
      day.strips,
      day.hasStripRoom,
      day.pieces.map(({ calendar }) => ownerOf(calendar)),
      // The texts also depend on the chosen clock.
      timeText('13:00'),
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#tall = [];
    this.#forgetOthers();
    const division = divisionOf(day, box);
    const before = this.#rough?.items ?? [...this.#list.children];
    const items = day.pieces.map((piece, index) => {
      const item =
        before[index] ??
        element('li', {}, element('button', { type: 'button', tabindex: -1 }, element('span')));
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      if (drawEvent(button, piece, day.change, hourPx, dayPx, division.widthPx))
        this.#tall.push({ button, from: piece.from, to: piece.to });
      return item;
    });
    if (this.#rough) this.#list.className = 'hours-list';
    this.#rough = null;
    this.#list.append(...items.slice(this.#list.children.length));
    for (const item of before.slice(items.length)) item.remove();
    this.#others = [
      ...day.more.map((time) => element('li', {}, countButton(time, this.day))),
      ...day.strips.map((strip) => stripItem(strip, this.day)),
    ];
    this.#list.append(...this.#others);
    this.#showChange(day.change);
  }

  #forgetOthers() {
    for (const other of this.#others.splice(0)) other.remove();
  }

  /** @param {TimelineDay['change']} change The hour that a clock change skips or repeats. */
  #showChange(change) {
    for (const band of this.#bands.splice(0)) band.remove();
    if (!change) return;
    const hour = clockText(Math.floor(change.from / 60) * 3600);
    const text = change.repeated
      ? `${hour} ${change.before} · ${hour} ${change.after}`
      : this.#missingText;
    const band = element('div', { class: change.repeated ? 'twice-band' : 'missing-band', text });
    band.style.setProperty('--from', String(change.from));
    band.style.setProperty('--to', String(change.to));
    this.#bands.push(band);
    this.element.append(band);
  }

  /** @returns {string} Why hours of the day are missing: a journey, or the clocks go forward. */
  get #missingText() {
    const [before, city] = [this.day - 1, this.day].map((day) => this.#cityOn(dateOfDay(day)));
    if (before === city) return t('missingHour');
    return city ? t('onTheWay', { city }) : t('onTheWayHome');
  }

  /** @param {string} key @returns {HTMLElement | null} */
  buttonOf(key) {
    this.complete();
    return (
      [...this.#list.querySelectorAll('button')].find((button) => button.dataset['key'] === key) ??
      null
    );
  }
}
