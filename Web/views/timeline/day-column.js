import { element } from '../../dom/element.js';
import {
  proposedClass,
  showWhose,
  spokenTitle,
  titleOf,
  whose,
} from '../../i18n/calendar-owners.js';
import { dateText, numberText, shortTimeText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { textDirection } from '../../i18n/text-direction.js';
import { timeAt } from '../../layout/day-strip.js';
import { dateOfDay, dayNumber, wallMinutes, weekdayOfDay } from '../../time/civil-date.js';
import { blocksOf } from './simplified-day.js';

/** Below these heights an event has its time beside its title, and its title in small. */
const twoLinesPx = 36,
  oneLinePx = 20;
/** An event higher than this may begin far above what is to be seen of it. */
const highPx = 80;
/** What is cut so many minutes on is looked after already: a fast scroll is ahead of the page. */
const aheadMinutes = 60;
const titleLinePx = 17,
  smallLinePx = 13;
/** In days narrower than this there is no room for times. */
export const narrowPx = 72;
/** An event narrower than this has its times in short: "7:40am–8:25am" for "7:40 AM – 8:25 AM". */
const shortTimesPx = 136;
/**
 * An event narrower than this, and higher, has its title from top to bottom: no word fits across;
 * narrow days have small letters.
 */
const slimPx = 48,
  slimInNarrowPx = 32;
/**
 * Its letters are as large as their line is wide, which has the room beside the bar; in less than
 * that the bar gives way, and then the letters.
 */
const slimLettersPx = 11,
  slimLettersMinPx = 7,
  slimLine = 1.1,
  barPx = 3;
/** What of an event's width its title and times don't have, and how wide a figure of a time is. */
const besidePx = 12,
  besideSmallPx = 6,
  figurePx = 6.5;
/** Letters, and how small they may become for a word to stay whole. */
const lettersPx = 13,
  lettersMinPx = 11,
  smallLettersPx = 11,
  smallLettersMinPx = 8.5;
/** No letter is wider than this for its height. */
const widestLetter = 1.2;
/** What measures words, in letters so large; made when the first is measured. */
const measuredPx = 100;
/** @type {CanvasRenderingContext2D | null} */
let pen = null;
/** Words that were measured; after so many it begins anew. @type {Map<string, number>} */
const widths = new Map();
const widthsMax = 5_000;

/** @typedef {{ hourPx: number, dayPx: number, scale: number }} Box */

/**
 * One day of the timeline: its heading, its hours and what is in them; later taken for another day.
 */
export class DayColumn {
  day = 0;
  /** @type {TimelineDay | null} */
  shown = null;
  #list = element('ul', { class: 'hours-list' });
  #now = element('i', { class: 'now-line', hidden: true });
  element = element('section', { class: 'hours-day' }, this.#list, this.#now);
  heading = element(
    'div',
    { class: 'day-name-cell' },
    element(
      'button',
      { type: 'button', class: 'day-name-button', tabindex: -1 },
      element('span', { class: 'name' }),
      element('span', { class: 'number' }),
    ),
  );
  /** @type {HTMLElement[]} */
  #bands = [];
  #drawn = '';
  #placed = '';
  /**
   * Those whose names can be out of sight.
   *
   * @type {{ button: HTMLElement, from: number, to: number }[]}
   */
  #high = [];
  /**
   * While it is rough: the elements that its events are made of again, and its sizes.
   *
   * @type {{ items: Element[], box: Box } | null}
   */
  #rough = null;

  get isRough() {
    return this.#rough !== null;
  }

  /**
   * @param {number} day
   * @param {number} base The day the strip begins with.
   * @param {{ weekend: number[], today: string, isTight: boolean }} look When tight, a letter has
   *   to do for the weekday.
   */
  place(day, base, { weekend, today, isTight }) {
    const placed = [day, base, weekend, today, isTight].join();
    // All that is in a day hears of a change of its style.
    if (placed === this.#placed) return;
    this.#placed = placed;
    const isOther = day !== this.day;
    this.day = day;
    for (const part of [this.element, this.heading])
      part.style.setProperty('--i', String(day - base));
    const date = dateOfDay(day);
    const look = `${weekend.includes(weekdayOfDay(day)) ? ' weekend' : ''}${date === today ? ' today' : ''}`;
    this.element.className = `hours-day${look}`;
    this.heading.className = `day-name-cell${look}`;
    if (isOther) {
      this.shown = null;
      this.#drawn = '';
    }
    this.element.dataset['date'] = date;
    const button = this.heading.firstElementChild;
    if (button) {
      button.ariaLabel = dateText(date, 'full');
      const [name, number] = button.children;
      if (name) name.textContent = dateText(date, isTight ? 'weekdayNarrow' : 'weekdayShort');
      if (number) number.textContent = numberText(Number(date.slice(8)));
    }
  }

  /**
   * Keeps the names of those events in sight that are cut by the head, or soon may be; each name
   * that sticks costs the browser a layer in every frame.
   *
   * @param {number} minute What is above it is not seen; NaN when nothing of the day is.
   */
  cutAt(minute) {
    for (const { button, from, to } of this.#high)
      button.classList.toggle('cut', from < minute + aheadMinutes && to > minute - aheadMinutes);
  }

  /** While it is not known what is in the day. */
  empty() {
    this.shown = null;
    this.#drawn = '';
    this.#high = [];
    this.#rough = null;
    this.#list.className = 'hours-list';
    this.#list.replaceChildren();
    this.#list.ariaLabel = dateText(dateOfDay(this.day), 'full');
    this.#now.hidden = true;
    this.#showChange(null);
  }

  /**
   * Draws only blocks for the events of a day that goes by fast.
   *
   * @param {TimelineDay} day @param {Box} box
   */
  sketch(day, box) {
    this.#begin(day);
    this.#rough = { items: this.#rough?.items ?? [...this.#list.children], box };
    this.#drawn = '';
    this.#high = [];
    this.#list.replaceChildren();
    this.#list.className = 'hours-list rough';
    this.#list.style.setProperty('--blocks', blocksOf(day, box));
    this.#showChange(day.change);
  }

  /** Makes the events of a day of which there are only blocks. */
  complete() {
    if (this.#rough && this.shown) this.fill(this.shown, this.#rough.box);
  }

  /** @param {TimelineDay} day */
  #begin(day) {
    this.shown = day;
    this.#now.hidden = day.nowMinute === undefined;
    if (day.nowMinute !== undefined) this.#now.style.setProperty('--from', String(day.nowMinute));
    this.#list.ariaLabel = `${dateText(day.date, 'full')}${day.today ? `, ${t('todayWord')}` : ''}`;
  }

  /** @param {TimelineDay} day @param {Box} box */
  fill(day, box) {
    // At the usual text size: letters that are twice as high need twice the room.
    const [hourPx, dayPx] = [box.hourPx / box.scale, box.dayPx / box.scale];
    this.#begin(day);
    const drawn = JSON.stringify([
      hourPx,
      dayPx,
      day.today,
      day.change,
      day.pieces,
      day.pieces.map(({ calendar }) => whose(calendar)),
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#high = [];
    const before = this.#rough?.items ?? [...this.#list.children];
    const items = day.pieces.map((piece, index) => {
      const item =
        before[index] ??
        element('li', {}, element('button', { type: 'button', tabindex: -1 }, element('span')));
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      if (showPiece(button, piece, day.change, hourPx, dayPx))
        this.#high.push({ button, from: piece.from, to: piece.to });
      return item;
    });
    if (this.#rough) this.#list.className = 'hours-list';
    this.#rough = null;
    this.#list.append(...items.slice(this.#list.children.length));
    for (const item of before.slice(items.length)) item.remove();
    this.#showChange(day.change);
  }

  /** @param {TimelineDay['change']} change The hour that is missing, or comes twice. */
  #showChange(change) {
    for (const band of this.#bands.splice(0)) band.remove();
    if (!change) return;
    const hour = timeText(`2000-01-01T${String(Math.floor(change.from / 60)).padStart(2, '0')}:00`);
    const text = change.repeated
      ? `${hour} ${change.before} · ${hour} ${change.after}`
      : t('missingHour');
    const band = element('div', { class: change.repeated ? 'twice-band' : 'missing-band', text });
    band.style.setProperty('--from', String(change.from));
    band.style.setProperty('--to', String(change.to));
    this.#bands.push(band);
    this.element.append(band);
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

/**
 * Where the clock alone does not tell when an event is, in an hour that comes twice, the zone's
 * abbreviations do:
 * one behind the times, or one behind each where the clock is set back in between.
 *
 * @param {TimelinePiece} piece @param {TimelineDay['change']} change
 * @returns {{ told: TimelinePiece, labels: string[] }} The event with the end that the clock shows
 *   then, which may be before its start.
 */
function toldOf(piece, change) {
  const { zoneLabel, start, minutes } = piece;
  if (!zoneLabel) return { told: piece, labels: [] };
  const day = dayNumber(start.slice(0, 10));
  const end = wallMinutes(start) - day * 1440 + minutes;
  if (!change?.repeated || zoneLabel !== change.before || end <= change.to)
    return { told: piece, labels: [zoneLabel] };
  return {
    told: { ...piece, end: timeAt(day, end - (change.to - change.from)) },
    labels: [zoneLabel, change.after],
  };
}

/**
 * @param {Occurrence} event
 * @param {string[]} [labels]
 * @returns {string} What a screen reader says of an event.
 */
export function nameOf(event, labels = []) {
  const sameDay = event.start.slice(0, 10) === event.end.slice(0, 10);
  const side = (/** @type {string} */ time) =>
    event.allDay
      ? dateText(time, 'full')
      : sameDay
        ? timeText(time)
        : `${dateText(time, 'short')} ${timeText(time)}`;
  const [from, to] = labels.length > 1 ? labels.map((label) => ` ${label}`) : ['', ''];
  const when =
    event.start + from === event.end + to
      ? side(event.start)
      : t('fromTo', { start: side(event.start) + from, end: side(event.end) + to });
  const states = [
    event.status === 'tentative' && t('tentative'),
    event.status === 'cancelled' && t('cancelled'),
    event.repeats && t('repeats'),
  ];
  return [
    spokenTitle(event),
    event.allDay ? t('allDay') : sameDay && dateText(event.start, 'full'),
    when,
    ...states,
    event.location,
    labels.length === 1 && labels[0],
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * @param {number} roomPx
 * @returns {number} How large letters can be that go from top to bottom, none of them cut; 0 where
 *   nobody could read them.
 */
function slimLetters(roomPx) {
  const largestPx = Math.min(slimLettersPx, (roomPx - barPx) / slimLine);
  const sizePx = largestPx < slimLettersMinPx ? roomPx / slimLine : largestPx;
  return sizePx < slimLettersMinPx ? 0 : Math.floor(sizePx * 10) / 10;
}

/** @param {string} word @returns {number} How wide it is for the height of its letters. */
function widthOf(word) {
  if (!pen) {
    pen = document.createElement('canvas').getContext('2d');
    if (pen)
      pen.font = `600 ${measuredPx}px ${getComputedStyle(document.documentElement).fontFamily}`;
  }
  let width = widths.get(word);
  if (width === undefined) {
    if (widths.size >= widthsMax) widths.clear();
    widths.set(word, (width = (pen?.measureText(word).width ?? 0) / measuredPx));
  }
  return width;
}

/**
 * @param {string} title @param {number} roomPx @param {boolean} isSmall
 * @returns {number} How large its letters are: somewhat smaller where that keeps whole a word that
 *   would be cut.
 */
function acrossLetters(title, roomPx, isSmall) {
  const [usualPx, leastPx, besidesPx] = isSmall
    ? [smallLettersPx, smallLettersMinPx, besideSmallPx]
    : [lettersPx, lettersMinPx, besidePx];
  if (title.length * usualPx * widestLetter <= roomPx - besidesPx) return usualPx;
  // Behind a hyphen, and between signs of the East, a line may end.
  const fittingPx = (title.match(/[^\s\-–/\u2e80-\uffff]+/g) ?? []).map(
    (word) => Math.floor(((roomPx - besidesPx) / widthOf(word)) * 10) / 10,
  );
  return Math.min(usualPx, ...fittingPx.filter((px) => px >= leastPx));
}

/**
 * @param {TimelinePiece} piece
 * @param {TimelinePiece} told With the end that the clock shows.
 * @param {string[]} labels
 * @param {number} widthPx
 * @returns {string} Its times, in as few letters as there is room for: where not both fit, when it
 *   begins.
 */
function timesOf({ start, end }, told, labels, widthPx) {
  if (widthPx < shortTimesPx) {
    const [from, to] = [start, end].map((time) => shortTimeText(time.slice(11, 16)));
    const both = `${from}–${to}`;
    return both.length * figurePx + besidePx > widthPx ? (from ?? '') : both;
  }
  return [
    timeText(start),
    ...labels.slice(0, -1),
    '–',
    timeText(told.end),
    ...labels.slice(-1),
  ].join(' ');
}

/**
 * @param {HTMLElement} button
 * @param {TimelinePiece} piece
 * @param {TimelineDay['change']} change
 * @param {number} hourPx
 * @param {number} dayPx Both at the usual text size.
 * @returns {boolean} Whether it is so high that its name could be out of sight.
 */
function showPiece(button, piece, change, hourPx, dayPx) {
  const { told, labels } = toldOf(piece, change);
  const heightPx = (Math.max(piece.to - piece.from, 15) / 60) * hourPx;
  const widthPx = (dayPx / piece.columns) * piece.span;
  const isSlim = heightPx > widthPx && widthPx < (dayPx < narrowPx ? slimInNarrowPx : slimPx);
  const isSmall = widthPx < narrowPx;
  // A line of the day, and the room that events leave at its end, are not theirs.
  const roomPx = ((dayPx - 7) / piece.columns) * piece.span - 2;
  const lines = Math.max(
    1,
    Math.floor(isSmall ? (heightPx - 4) / smallLinePx : (heightPx - 20) / titleLinePx),
  );
  const title = titleOf(piece);
  const letters = isSlim ? slimLetters(roomPx) : acrossLetters(title, roomPx, isSmall);
  const size = isSlim
    ? ` slim${letters === 0 ? ' wordless' : roomPx - barPx < slimLettersMinPx * slimLine ? ' barless' : ''}`
    : heightPx < oneLinePx
      ? ' tiny'
      : heightPx < twoLinesPx
        ? ' short'
        : lines === 1
          ? ' one-line'
          : '';
  button.className =
    `hours-event ${piece.status}${proposedClass(piece)}${piece.past ? ' past' : ''}${isSmall ? ' small' : ''}${size}` +
    `${piece.startsHere ? '' : ' from-before'}${piece.endsHere ? '' : ' goes-on'}`;
  const text = button.firstElementChild;
  if (text instanceof HTMLElement) {
    if (text.textContent !== title) text.textContent = title;
    text.dir = textDirection(title, document.dir || 'ltr');
    showWhose(text, piece.calendar);
  }
  Object.assign(button.dataset, {
    uid: piece.uid,
    start: piece.start,
    key: piece.key,
    calendar: piece.calendar,
    color: piece.color,
    time: timesOf(piece, told, labels, roomPx),
    place: piece.location,
  });
  button.ariaLabel = nameOf(told, labels);
  const values = {
    from: piece.from,
    to: piece.to,
    c: piece.column,
    s: piece.span,
    n: piece.columns,
    lines,
    letters,
  };
  for (const [name, value] of Object.entries(values))
    button.style.setProperty(`--${name}`, String(value));
  return heightPx > highPx && !isSlim;
}
