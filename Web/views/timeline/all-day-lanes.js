import { iconButton } from '../../components/icon-button.js';
import { element, tell } from '../../dom/element.js';
import {
  factClass,
  ownerOf,
  proposedClass,
  showOwner,
  titleOf,
} from '../../i18n/calendar-owners.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { textDirection } from '../../i18n/text-direction.js';
import { inLanes, lanesFitting } from '../../layout/lane-overflow.js';
import { dateOfDay } from '../../time/civil-date.js';
import { spokenName } from './event-block.js';
import { ZoneButton } from './zone-button.js';

/** The lanes that show at first, and the part of the view's height that expanded lanes may take. */
const collapsedLanes = 4,
  expandedPart = 0.5;
const lanePx = 20;

/** @typedef {TimelineBar & { piece: number }} BarPiece A bar, or one of its pieces. */
/** @typedef {TimelineBar | BarPiece} ShownBar */

/** The lanes above the hours, for events of a day or longer. Those that don't fit are counted. */
export class AllDayLanes {
  list = element('ul', { class: 'bars', 'aria-label': t('allDay') });
  /** For each day a button with the number of bars that aren't shown. */
  counts = element('div', { class: 'bar-counts' });
  #toggle = iconButton('down', t('expandLanes'), () => this.#expand(!this.#isExpanded), {
    class: 'lanes-toggle',
    'aria-expanded': 'false',
  });
  zones = new ZoneButton();
  corner = element(
    'div',
    { class: 'hours-corner' },
    this.zones.element,
    this.#toggle,
    element('span', { 'aria-hidden': 'true', text: t('allDayShort') }),
  );
  /** @type {TimelineBar[]} */
  bars = [];
  /** How many lanes show. */
  lanes = 1;
  #first = 0;
  /** The days that were visible at the last rest, which decide what is shown. */
  #rest = { first: 0, days: 7 };
  #drawn = '';
  /**
   * What is drawn now.
   *
   * @type {BarPiece[]}
   */
  #pieces = [];
  /** The first visible day when `keepNames` last ran. */
  #cut = NaN;
  #isExpanded = false;
  #resized;

  /** @param {() => void} resized Called after expanding or collapsing; the owner calls `fit`. */
  constructor(resized) {
    this.#resized = resized;
  }

  /**
   * @param {TimelineBar[]} bars @param {number} first The day their columns count from.
   * @param {import('../../layout/timeline-geometry.js').TimelineGeometry} geometry
   * @param {boolean} isMoving While the strip moves, bars keep their lanes.
   */
  fill(bars, first, geometry, isMoving) {
    this.#first = first;
    if (!isMoving) this.#rest = { first: geometry.first, days: geometry.days };
    const known = isMoving
      ? this.bars.map(({ key, lane }) => /** @type {const} */ ([key, lane]))
      : [];
    this.bars = inLanes(bars, this.#seen, new Map(known));
  }

  /** The columns that were visible at the last rest. */
  get #seen() {
    const from = this.#rest.first - this.#first;
    return { from, to: from + this.#rest.days };
  }

  /** @returns {BarPiece[]} The bars that show, in pieces where one of their days is full. */
  get shown() {
    return this.#fitting.shown;
  }

  get #fitting() {
    return lanesFitting(this.bars, this.lanes, this.#seen);
  }

  /** @param {import('../../layout/timeline-geometry.js').TimelineGeometry} geometry */
  #draw({ base, first }) {
    const { bars, lanes } = this;
    const shift = this.#first - base;
    const drawn = JSON.stringify([
      shift,
      bars,
      lanes,
      this.#rest,
      bars.map(({ calendar }) => ownerOf(calendar)),
      timeText('13:00'),
    ]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const { shown, more } = this.#fitting;
    this.#pieces = shown;
    showBars(this.list, shown, shift);
    this.counts.replaceChildren(...[...more].map(([column, n]) => this.#count(column, n, shift)));
    this.#cut = NaN;
    this.keepNames(first);
  }

  /**
   * Keeps the names visible of bars that are cut at the first visible day, or will be when it
   * scrolls. Only of those, because each sticky name costs the browser a layer in every frame.
   *
   * @param {number} first The first visible day.
   */
  keepNames(first) {
    if (first === this.#cut) return;
    this.#cut = first;
    const cut = new Set(
      this.#pieces
        .filter(
          ({ column, span }) =>
            this.#first + column <= first && this.#first + column + span >= first,
        )
        .map(nameOf),
    );
    for (const item of this.list.children)
      item.firstElementChild?.classList.toggle('cut', cut.has(nameIn(item)));
  }

  /** @param {number} column @param {number} n @param {number} shift */
  #count(column, n, shift) {
    const date = dateOfDay(this.#first + column);
    const button = element('button', {
      type: 'button',
      class: 'bars-more',
      tabindex: -1,
      text: t('more', { n }),
      'aria-label': t('moreThatDay', { n, date: dateText(date, 'full') }),
      onclick: () => this.#showMore(date),
    });
    for (const [name, value] of Object.entries({ i: column + shift, lane: this.lanes - 1 }))
      button.style.setProperty(`--${name}`, String(value));
    return button;
  }

  /**
   * @param {string} date Expands the lanes; if they're expanded already, opens the day, or from the
   *   day the month, whose list of the day has all events.
   */
  #showMore(date) {
    if (!this.#isExpanded) return this.#expand(true);
    tell(this.list, 'view-open', { view: this.#rest.days === 1 ? 'month' : 'day', date });
  }

  /**
   * @param {(bar: TimelineBar) => boolean} isMeant
   * @returns {boolean} Whether more lanes were opened to show it.
   */
  reveal(isMeant) {
    const isHidden = !this.#isExpanded && this.bars.some(isMeant) && !this.shown.some(isMeant);
    if (isHidden) this.#expand(true);
    return isHidden;
  }

  /** @param {boolean} isExpanded */
  #expand(isExpanded) {
    this.#isExpanded = isExpanded;
    this.#toggle.setAttribute('aria-expanded', String(isExpanded));
    this.#toggle.ariaLabel = this.#toggle.title = t(isExpanded ? 'collapseLanes' : 'expandLanes');
    this.#resized();
  }

  /** @param {number} day @returns {BarPiece[]} The bars that show on a day, from the top. */
  on(day) {
    const column = day - this.#first;
    return this.shown
      .filter((bar) => bar.column <= column && column < bar.column + bar.span)
      .sort((a, b) => a.lane - b.lane);
  }

  /**
   * @param {number} first
   * @param {number} count
   * @returns {number} How many lanes these days need.
   */
  #lanesOn(first, count) {
    const [from, to] = [first - this.#first, first - this.#first + count];
    return this.bars.reduce(
      (lanes, bar) =>
        bar.column < to && bar.column + bar.span > from ? Math.max(lanes, bar.lane + 1) : lanes,
      0,
    );
  }

  /**
   * Shows as many lanes as the visible days need and the height allows. While the strip moves, the
   * lanes stay as many as they are, so that the hours don't jump.
   *
   * @param {import('../../layout/timeline-geometry.js').TimelineGeometry} geometry
   * @param {number} namesPx The height of what stands above the lanes.
   * @param {boolean} isMoving
   * @returns {{ headPx: number, lanesPx: number }} The lanes' height, with what stands above them
   *   (`headPx`) and without.
   */
  fit(geometry, namesPx, isMoving = false) {
    const { heightPx, scale, first, days } = geometry;
    if (!isMoving) {
      this.#rest = { first, days };
      const needed = Math.max(1, this.#lanesOn(first, days));
      const most = Math.floor((heightPx * expandedPart) / (lanePx * scale));
      this.lanes = Math.min(
        needed,
        this.#isExpanded ? Math.max(collapsedLanes, most) : collapsedLanes,
      );
      this.#toggle.hidden = needed <= collapsedLanes;
    }
    this.#draw(geometry);
    const lanesPx = Math.round(this.lanes * lanePx * scale) + 6;
    return { headPx: namesPx + lanesPx, lanesPx };
  }

  /** @param {BarPiece} piece @returns {HTMLElement | null} */
  buttonOf(piece) {
    const item = [...this.list.children].find((item) => nameIn(item) === nameOf(piece));
    return /** @type {HTMLElement | null} */ (item?.firstElementChild ?? null);
  }

  /** @param {string} key @param {number} day @returns {HTMLElement | null} The bar's button on a day. */
  buttonOn(key, day) {
    const piece = this.on(day).find((bar) => bar.key === key);
    return piece ? this.buttonOf(piece) : null;
  }

  /**
   * @param {HTMLElement} button @param {number} day
   * @returns {number} The day if the button is there, else the first day on which it is.
   */
  dayOf(button, day) {
    const piece = this.#pieces.find((each) => this.buttonOf(each) === button);
    if (!piece) return day;
    const start = this.#first + piece.column;
    return Math.min(Math.max(day, start), start + piece.span - 1);
  }
}

/**
 * Shows bars, reusing list items. An item keeps its bar where possible, so that a scroll only
 * touches bars that come and go.
 *
 * @param {HTMLElement} list
 * @param {ShownBar[]} bars
 * @param {number} shift Added to the bars' columns.
 */
export function showBars(list, bars, shift) {
  const wanted = new Set(bars.map(nameOf));
  const items = [...list.children];
  const same = new Map(items.map((item) => [nameIn(item), item]));
  const spare = items.filter((item) => !wanted.has(nameIn(item)));
  bars.forEach((bar, index) => {
    const item =
      same.get(nameOf(bar)) ??
      spare.pop() ??
      element('li', {}, element('button', { type: 'button', tabindex: -1 }, element('span')));
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
    const button = item.firstElementChild;
    if (button instanceof HTMLElement) show(button, bar, shift);
  });
  for (const item of spare) item.remove();
}

/** @param {ShownBar} bar What tells it from other bars and pieces. */
const nameOf = (bar) => `${'piece' in bar ? bar.piece : 0} ${bar.key}`;

/** @param {Element} item @returns {string} The name of the bar or piece that it shows. */
const nameIn = ({ firstElementChild: button }) =>
  (button instanceof HTMLElement && names.get(button)) || '';

/** The name of what each button shows. @type {WeakMap<HTMLElement, string>} */
const names = new WeakMap();
/** What each button shows, to skip drawing the same again. @type {WeakMap<HTMLElement, string>} */
const drawnOf = new WeakMap();

/** @param {HTMLElement} button @param {ShownBar} bar @param {number} shift */
function show(button, bar, shift) {
  const drawn = JSON.stringify([
    bar.column + shift,
    { ...bar, column: 0 },
    ownerOf(bar.calendar),
    timeText('13:00'),
  ]);
  if (drawnOf.get(button) === drawn) return;
  drawnOf.set(button, drawn);
  names.set(button, nameOf(bar));
  const title = titleOf(bar);
  button.className = `bar chip ${bar.status}${proposedClass(bar)}${bar.past ? ' past' : ''}${factClass(bar)}${bar.startsHere ? ' from' : ''}${bar.endsHere ? ' to' : ''}`;
  const text = button.firstElementChild;
  if (text instanceof HTMLElement) {
    if (text.textContent !== title) text.textContent = title;
    // Not on the button itself, whose direction decides where it's placed.
    text.dir = textDirection(title, document.dir || 'ltr');
    showOwner(text, bar.calendar);
  }
  button.ariaLabel = spokenName(bar);
  Object.assign(button.dataset, { uid: bar.uid, start: bar.start, key: bar.key, color: bar.color });
  const values = { i: bar.column + shift, span: bar.span, lane: bar.lane };
  for (const [name, value] of Object.entries(values))
    button.style.setProperty(`--${name}`, String(value));
}
