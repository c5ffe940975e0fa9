import { textDirection } from '../../lib/bidi.js';
import { dayNumber } from '../../lib/civil-date.js';
import { element } from '../../lib/dom.js';
import { t } from '../../lib/strings.js';
import { nameOf } from './day-column.js';

/** More lanes than these would leave the hours no room. */
const lanesMax = 8, lanePx = 22;

/** The lanes above the hours: whole days, and what lasts as long. */
export class BarLanes {
  list = element('ul', { class: 'bars', 'aria-label': t('allDay') });
  /** @type {TimelineBar[]} */
  bars = [];
  #first = 0;
  #drawn = '';

  /**
   * @param {TimelineBar[]} bars @param {number} first The day their columns count from. @param {number} base The first day of the strip.
   */
  fill(bars, first, base) {
    this.bars = bars;
    this.#first = first;
    const drawn = JSON.stringify([first - base, bars]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const items = /** @type {HTMLElement[]} */ ([...this.list.children]);
    bars.forEach((bar, index) => {
      let item = items[index];
      if (!item) this.list.append(item = element('li', {}, element('button', { type: 'button', tabindex: -1 }, element('span'))));
      const button = item.firstElementChild;
      if (button instanceof HTMLElement) show(button, bar, first - base);
    });
    for (const item of items.slice(bars.length)) item.remove();
  }

  /** @param {number} day @returns {TimelineBar[]} Those that cover a day. */
  on(day) {
    const column = day - this.#first;
    return this.bars.filter((bar) => bar.column <= column && column < bar.column + bar.span).sort((a, b) => a.lane - b.lane);
  }

  /** @param {number} first @param {number} count @returns {number} The lanes that these days need. */
  lanesOn(first, count) {
    const [from, to] = [first - this.#first, first - this.#first + count];
    return this.bars.reduce((lanes, bar) => (bar.column < to && bar.column + bar.span > from ? Math.max(lanes, bar.lane + 1) : lanes), 0);
  }

  /**
   * Gives the lanes of the days that are seen the height they need.
   *
   * @param {import('./timeline-view.js').TimelineView} view
   */
  fit({ box, first, days, scroller }) {
    const lanes = Math.min(lanesMax, Math.max(1, this.lanesOn(first, days)));
    const lanesPx = Math.round(lanes * lanePx * box.scale) + 6;
    const headPx = Math.round((box.widthPx < 600 ? 46 : 40) * box.scale) + lanesPx;
    if (headPx === box.headPx) return;
    box.headPx = headPx;
    for (const [name, px] of Object.entries({ head: headPx, lanes: lanesPx })) scroller.style.setProperty(`--${name}`, `${px}px`);
  }

  /** @param {string} key @returns {HTMLElement | null} */
  buttonOf(key) {
    return [...this.list.querySelectorAll('button')].find((button) => button.dataset['key'] === key) ?? null;
  }

  /** @param {string} key @returns {number} The first day of a bar, also where that is not shown. */
  firstDayOf(key) {
    return dayNumber(this.bars.find((bar) => bar.key === key)?.start.slice(0, 10) ?? '1970-01-01');
  }
}

/** @param {HTMLElement} button @param {TimelineBar} bar @param {number} shift */
function show(button, bar, shift) {
  const title = bar.title || t('untitled');
  button.className = `bar chip ${bar.status}${bar.past ? ' past' : ''}${bar.startsHere ? ' from' : ''}${bar.endsHere ? ' to' : ''}`;
  const text = button.firstElementChild;
  if (text instanceof HTMLElement && text.textContent !== title) text.textContent = title;
  button.dir = textDirection(title, document.dir || 'ltr');
  button.ariaLabel = nameOf(bar);
  Object.assign(button.dataset, { uid: bar.uid, start: bar.start, key: bar.key, color: bar.color });
  const values = { i: bar.column + shift, span: bar.span, lane: bar.lane };
  for (const [name, value] of Object.entries(values)) button.style.setProperty(`--${name}`, String(value));
}
