import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { dateOfDay, dayNumber, wallMinutes } from '../time/civil-date.js';

/** @typedef {import('../views/month/month-view.js').MonthView} MonthView */
/** @typedef {import('../views/timeline/timeline-view.js').TimelineView} TimelineView */
/**
 * @typedef {{ first: number, count: number, draw: (moved: Occurrence) => HTMLElement[] }} Surface The
 *   days that are seen, and what draws on them.
 */

/**
 * Where a change would put the occurrences that are seen, as outlines in the view, while it is
 * asked how much of
 * a repeating event it is for; where they would no longer be they are faint.
 */
export class Ghosts {
  #view;
  #ask;
  /** @type {HTMLElement[]} */
  #drawn = [];
  /** @type {HTMLElement[]} */
  #faded = [];

  /**
   * @param {HTMLElement} view
   * @param {(scope: Scope, first: string, count: number) => ChangePreview} ask
   */
  constructor(view, ask) {
    this.#view = view;
    this.#ask = ask;
  }

  /** @returns {boolean} Whether what was dropped is where a question at the foot would hide it. */
  get isLow() {
    const held = this.#view
      .querySelector('.held:not([hidden]), .goal-day')
      ?.getBoundingClientRect();
    return held !== undefined && held.top + held.height / 2 > innerHeight / 2;
  }

  /** @param {Scope} scope */
  show(scope) {
    this.clear();
    const { first, count, draw } = surfaceOf(this.#view);
    if (count === 0) return;
    const { arriving, leaving } = this.#preview(scope, dateOfDay(first), count);
    for (const drawn of this.#view.querySelectorAll('[data-key]:not(.ghost)')) {
      if (!(drawn instanceof HTMLElement) || !leaving.includes(drawn.dataset['key'] ?? ''))
        continue;
      drawn.classList.add('ghost');
      this.#faded.push(drawn);
    }
    this.#drawn = arriving.flatMap(draw);
  }

  /** @param {Scope} scope @param {string} first @param {number} count @returns {ChangePreview} */
  #preview(scope, first, count) {
    // An event that went away while it is asked arrives nowhere; what comes of the answer is told
    // then.
    try {
      return this.#ask(scope, first, count);
    } catch {
      return { arriving: [], leaving: [] };
    }
  }

  clear() {
    for (const drawn of this.#drawn.splice(0)) drawn.remove();
    for (const faded of this.#faded.splice(0)) faded.classList.remove('ghost');
  }
}

/** @param {HTMLElement} view @returns {Surface} */
function surfaceOf(view) {
  if (view.localName === 'month-view') return monthSurface(/** @type {MonthView} */ (view));
  if (view.localName === 'timeline-view') return hoursSurface(/** @type {TimelineView} */ (view));
  return { first: 0, count: 0, draw: () => [] };
}

/** @param {TimelineView} view @returns {Surface} */
function hoursSurface(view) {
  const draw = (/** @type {Occurrence} */ moved) => {
    const isBar = moved.allDay || wallMinutes(moved.end) - wallMinutes(moved.start) >= 1440;
    return isBar ? [barOver(view, moved)] : piecesOf(view, moved);
  };
  return { first: view.first, count: view.days, draw };
}

/**
 * @param {TimelineView} view
 * @param {Occurrence} moved
 * @returns {HTMLElement} On the first lane that is free.
 */
function barOver(view, moved) {
  const [first, last] = [dayNumber(moved.start.slice(0, 10)), dayNumber(moved.lastDate)];
  const taken = Array.from({ length: last - first + 1 }, (_, n) => view.bars.on(first + n))
    .flat()
    .map(({ lane }) => lane);
  return outline('bar chip from to', moved, view.bars.list, {
    i: first - view.base,
    span: last - first + 1,
    lane: freeLane(taken, view.bars.lanes),
  });
}

/**
 * @param {TimelineView} view
 * @param {Occurrence} moved
 * @returns {HTMLElement[]} One for each day it touches.
 */
function piecesOf({ columns }, moved) {
  const [start, end] = [wallMinutes(moved.start), wallMinutes(moved.end)];
  return [...columns.values()].flatMap(({ day, element: column }) => {
    const [from, to] = [Math.max(0, start - day * 1440), Math.min(1440, end - day * 1440)];
    return from < to ? [outline('hours-event', moved, column, { from, to, c: 0, s: 1, n: 1 })] : [];
  });
}

/** @param {MonthView} view @returns {Surface} */
function monthSurface(view) {
  const { firstDay, rowPx } = view.strip;
  const firstWeek = Math.floor(view.topPx / rowPx);
  return {
    first: firstDay + firstWeek * 7,
    count: 7 * (Math.ceil(view.clientHeight / rowPx) + 1),
    draw: (moved) => chipsOf(view, moved),
  };
}

/**
 * @param {MonthView} view
 * @param {Occurrence} moved
 * @returns {HTMLElement[]} One for each week it touches; where days show dots, one for each day.
 */
function chipsOf({ strip, engine, rows }, moved) {
  const [first, last] = [dayNumber(moved.start.slice(0, 10)), dayNumber(moved.lastDate)];
  return [...rows].flatMap(([week, { layer }]) => {
    const start = strip.firstDay + week * 7;
    const [from, to] = [Math.max(0, first - start), Math.min(6, last - start)];
    const places = from > to ? [] : strip.places.slice(from, to + 1).filter((place) => place >= 0);
    const column = places[0];
    if (column === undefined) return [];
    if (strip.lanes === 0)
      return places.map((place) => outline('goal-day', moved, layer, { column: place }));
    const chips = engine?.monthRows(dateOfDay(start), 1, strip.lanes)[0]?.chips ?? [];
    const taken = chips
      .filter((chip) => chip.column <= to && chip.column + chip.span > from)
      .map(({ lane }) => lane);
    return [
      outline('chip', moved, layer, {
        column,
        span: places.length,
        lane: freeLane(taken, strip.lanes),
      }),
    ];
  });
}

/**
 * @param {number[]} taken
 * @param {number} lanes
 * @returns {number} The first lane that is free, else the last one.
 */
function freeLane(taken, lanes) {
  let lane = 0;
  while (lane < lanes - 1 && taken.includes(lane)) lane += 1;
  return lane;
}

/**
 * @param {string} kind
 * @param {Occurrence} moved
 * @param {HTMLElement} host
 * @param {Record<string, number>} values
 */
function outline(kind, { title, color }, host, values) {
  const made = element(
    'div',
    { class: `${kind} outlined`, 'aria-hidden': 'true', 'data-color': color },
    element('span', { text: title || t('untitled') }),
  );
  for (const [name, value] of Object.entries(values))
    made.style.setProperty(`--${name}`, String(value));
  host.append(made);
  return made;
}
