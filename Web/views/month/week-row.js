import { paintDots } from '../../components/day-dots.js';
import { element } from '../../dom/element.js';
import { factClass, proposedClass, showOwner, titleOf } from '../../i18n/calendar-owners.js';
import { dateText, numberText, shortTimeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { textDirection } from '../../i18n/text-direction.js';
import { withDots } from '../../layout/dots-of-day.js';
import { dateOfDay, isoWeek, weekdayOfDay } from '../../time/civil-date.js';
import { blocksOf } from './simplified-week.js';

/** The most dots and lines below the number of a day in low rows. */
export const dotsMax = 3,
  linesMax = 2;

/**
 * @param {StripLook['selection']} selection
 * @returns {StripLook} How rows look until their sizes are known.
 */
export function newLook(selection) {
  return {
    firstDay: 0,
    rowPx: 120,
    isWide: true,
    lanes: 0,
    places: [0, 1, 2, 3, 4, 5, 6],
    weekend: [],
    hidden: [],
    today: '',
    selection,
  };
}

/** One week of the strip. A row is placed, numbered, filled, and later reused for another week. */
export class WeekRow {
  week = -1;
  isFull = false;
  isSketched = false;
  element = element('div', { role: 'row', class: 'week' });
  /** @type {HTMLElement[]} */
  cells = [];
  #number = element('div', { class: 'week-number', role: 'rowheader' });
  layer = element('div', { class: 'chips', 'aria-hidden': 'true' });
  /** @type {HTMLElement[]} */
  #pieces = [];

  constructor() {
    for (let column = 0; column < 7; column += 1) {
      this.cells.push(
        element('div', { role: 'gridcell', tabindex: -1 }, element('span', { class: 'number' })),
      );
    }
    this.element.append(this.#number, ...this.cells, this.layer);
  }

  /**
   * Puts the row where its week is and shows the day numbers.
   *
   * @param {number} week @param {StripLook} look
   */
  place(week, look) {
    this.week = week;
    this.isFull = false;
    this.element.style.transform = `translateY(${week * look.rowPx}px)`;
    this.element.setAttribute('aria-rowindex', String(week + 2));
    const start = look.firstDay + week * 7;
    const number = isoWeek(start + 3);
    this.#number.textContent = numberText(number);
    this.#number.ariaLabel = t('week', { n: number });
    this.cells.forEach((cell, column) =>
      this.#showNumber(cell, start + column, look.places[column] ?? -1, look),
    );
    this.#clear(0);
    this.#showBlocks('');
    for (const cell of this.cells) showDots(cell, [], false);
  }

  /** @param {HTMLElement} cell @param {number} day @param {number} place @param {StripLook} look */
  #showNumber(cell, day, place, look) {
    const date = dateOfDay(day);
    const dayOfMonth = Number(date.slice(8));
    cell.dataset['date'] = date;
    cell.hidden = place < 0;
    let names = 'day';
    if (look.weekend.includes(weekdayOfDay(day))) names += ' weekend';
    const isFirst = isFirstShown(day, dayOfMonth, look.hidden);
    if (dayOfMonth <= 7) names += isFirst ? ' month-start month-edge' : ' month-edge';
    cell.className = names;
    const number = cell.firstElementChild;
    if (number) number.textContent = numberText(dayOfMonth);
    const mark = part(cell, 'mark', isFirst);
    if (mark)
      mark.textContent = dateText(date, date.slice(5, 7) === '01' ? 'monthYear' : 'monthShort');
    // The full label is set together with the events.
    cell.ariaLabel = date;
    this.markCell(cell, look);
  }

  /**
   * Marks the cell if it's today or selected.
   *
   * @param {HTMLElement} cell @param {StripLook} look
   */
  markCell(cell, look) {
    const date = cell.dataset['date'] ?? '';
    const selection = look.selection(date);
    cell.classList.toggle('selected', selection === 'selected');
    cell.classList.toggle('range', selection === 'range');
    cell.ariaSelected = selection === '' ? 'false' : 'true';
    cell.ariaCurrent = date === look.today ? 'date' : null;
  }

  /** @param {StripLook} look */
  mark(look) {
    for (const cell of this.cells) this.markCell(cell, look);
  }

  /**
   * Shows the events of the week.
   *
   * @param {MonthRow} row @param {StripLook} look
   */
  fill(row, look) {
    this.isFull = true;
    this.#showBlocks('');
    let used = 0;
    const chips = row.chips.filter(({ bar, lane }) => look.lanes > 0 || (bar && lane < linesMax));
    for (const chip of chips) used = this.#showChip(chip, used, look);
    const unsaved = row.chips.filter((chip) => chip.unsaved);
    row.days.forEach((day, column) => {
      const cell = this.cells[column];
      if (!cell) return;
      const today = day.date === look.today ? `, ${t('todayWord')}` : '';
      const isUnsaved = unsaved.some((chip) => isOnDay(chip, column));
      cell.classList.toggle('unsaved', isUnsaved);
      const name = `${dateText(day.date, 'full')}${today}, ${day.count === 0 ? t('noEvents') : t('eventCount', { n: day.count })}`;
      cell.ariaLabel = isUnsaved ? t('dayUnsaved', { day: name }) : name;
      if (look.lanes === 0) showSingles(cell, day.count, row.chips, column);
      else if (day.more > 0) used = this.#showMore(day, look, column, used);
    });
    this.#clear(used);
  }

  /**
   * Shows the events of a week that scrolls by fast as mere blocks, until it's filled.
   *
   * @param {MonthRow} row @param {StripLook} look
   */
  sketch(row, look) {
    this.#showBlocks(blocksOf(row, look, document.dir === 'rtl'));
  }

  /** @param {string} blocks Their background; empty to show none. */
  #showBlocks(blocks) {
    if (!blocks && !this.isSketched) return;
    this.isSketched = blocks !== '';
    this.layer.classList.toggle('rough', this.isSketched);
    this.layer.style.setProperty('--blocks', blocks);
  }

  /** @param {number} index @returns {HTMLElement} An existing piece of the layer, or a new one. */
  #piece(index) {
    let piece = this.#pieces[index];
    if (!piece) {
      piece = element('div');
      this.#pieces.push(piece);
      this.layer.append(piece);
    }
    return piece;
  }

  /** @param {number} used */
  #clear(used) {
    for (const piece of this.#pieces.splice(used)) piece.remove();
  }

  /** @param {Chip} chip @param {number} used @param {StripLook} look */
  #showChip(chip, used, look) {
    const places = look.places
      .slice(chip.column, chip.column + chip.span)
      .filter((place) => place >= 0);
    const first = places[0];
    if (first === undefined) return used;
    const piece = this.#piece(used);
    let names = chip.bar ? 'chip bar' : 'chip timed';
    if (chip.bar && chip.startsHere) names += ' from';
    if (chip.bar && chip.endsHere) names += ' to';
    if (chip.past) names += ' past';
    if (chip.status !== 'confirmed') names += ` ${chip.status}`;
    piece.className = names + factClass(chip) + proposedClass(chip);
    showTitle(piece, titleOf(chip));
    if (chip.unsaved) piece.prepend(element('i'));
    showOwner(piece, chip.calendar);
    Object.assign(piece.dataset, {
      uid: chip.uid,
      start: chip.start,
      key: chip.key,
      color: chip.color,
    });
    if (!chip.allDay) piece.dataset['time'] = shortTimeText(chip.start.slice(11, 16));
    else delete piece.dataset['time'];
    put(piece, first, places.length, chip.lane);
    return used + 1;
  }

  /** @param {MonthDay} day @param {StripLook} look @param {number} column @param {number} used */
  #showMore(day, look, column, used) {
    const place = look.places[column] ?? -1;
    if (place < 0) return used;
    const piece = this.#piece(used);
    piece.className = 'more';
    piece.textContent = t('more', { n: day.more });
    piece.removeAttribute('title');
    for (const name of ['uid', 'start', 'key', 'color', 'time', 'who', 'initial'])
      delete piece.dataset[name];
    piece.dataset['day'] = day.date;
    put(piece, place, 1, look.lanes - 1);
    return used + 1;
  }
}

/**
 * Whether a day is the first visible one of its month: the 1st, or the one after hidden days.
 *
 * @param {number} day @param {number} dayOfMonth @param {number[]} hidden
 */
function isFirstShown(day, dayOfMonth, hidden) {
  for (let before = 1; before < dayOfMonth; before += 1) {
    if (before > 3 || !hidden.includes(weekdayOfDay(day - before))) return false;
  }
  return true;
}

/** @param {Chip} chip @param {number} day */
const isOnDay = ({ column, span }, day) => column <= day && day < column + span;

/**
 * Shows a title. If its direction differs from the page's, it gets an element with its own
 * direction, so that its end is cut and not its start.
 *
 * @param {HTMLElement} piece @param {string} title
 */
function showTitle(piece, title) {
  const pageDirection = document.dir || 'ltr';
  const direction = textDirection(title, pageDirection);
  piece.title = title;
  if (direction === pageDirection) piece.textContent = title;
  else piece.replaceChildren(element('span', { class: 'turned', dir: direction, text: title }));
}

/**
 * Shows the single events of a day as dots; longer ones are lines below.
 *
 * @param {HTMLElement} cell
 * @param {number} count How many events the day has.
 * @param {Chip[]} chips Those of its week that have a lane.
 * @param {number} column
 */
function showSingles(cell, count, chips, column) {
  const own = chips.filter((chip) => isOnDay(chip, column));
  const lines = own.filter(({ bar, lane }) => bar && lane < linesMax).length;
  const singles = withDots(
    own.filter(({ bar }) => !bar),
    dotsMax,
  );
  showDots(cell, singles, count > lines + singles.length);
}

/** @param {HTMLElement} cell @param {Chip[]} chips @param {boolean} isMore */
function showDots(cell, chips, isMore) {
  const isEmpty = chips.length === 0 && !isMore;
  // They stay for the next week in this row: most days have some.
  const dots = part(cell, 'dots', !isEmpty || cell.lastElementChild?.className === 'dots');
  if (dots) paintDots(dots, chips, isMore);
}

/**
 * Finds, makes or removes a part of a day cell that only some days need.
 *
 * @param {HTMLElement} cell @param {string} name @param {boolean} isNeeded
 */
function part(cell, name, isNeeded) {
  // Faster than a selector: a cell has three children at most, and this runs for a hundred cells.
  const child = [...cell.children].find(({ className }) => className === name);
  if (!isNeeded) {
    child?.remove();
    return null;
  }
  if (child instanceof HTMLElement) return child;
  const made = element('span', { class: name });
  cell.append(made);
  return made;
}

/** @param {HTMLElement} piece @param {number} column @param {number} span @param {number} lane */
function put(piece, column, span, lane) {
  piece.style.setProperty('--column', String(column));
  piece.style.setProperty('--span', String(span));
  piece.style.setProperty('--lane', String(lane));
}
