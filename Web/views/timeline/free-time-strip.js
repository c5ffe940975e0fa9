import { element, tell } from '../../dom/element.js';
import { timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { timeAt } from '../../layout/hour-strip.js';
import { GroupFreeTime, spanAround } from '../../state/free-time.js';
import { dateOfDay, wallMinutes } from '../../time/civil-date.js';

/**
 * In a group's view: at the end of each day's column, a line where all are free and a faint one
 * where all but one are.
 */
export class FreeTimeStrip {
  #parts;
  #freeTime = /** @type {GroupFreeTime | null} */ (null);
  /**
   * What each column shows, so that nothing is redrawn every minute.
   *
   * @type {WeakMap<HTMLElement, string>}
   */
  #drawn = new WeakMap();

  /** @param {Pick<TimelineParts, 'scroller' | 'columns' | 'agenda'>} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @returns {GroupFreeTime | null} */
  get #times() {
    const agenda = this.#parts.agenda();
    if (!this.#freeTime && agenda) this.#freeTime = new GroupFreeTime(agenda);
    return this.#freeTime;
  }

  forget() {
    this.#freeTime?.forget();
  }

  /** Draws the lines in all mounted days, the pages beside included, with one query. */
  show() {
    const columns = [...this.#parts.columns.values()]
      .filter(({ shown }) => shown)
      .sort((a, b) => a.day - b.day);
    const spans = this.#times?.on(columns.map(({ day }) => dateOfDay(day))) ?? [];
    columns.forEach(({ day, element: column }, index) => {
      const found = spans[index] ?? [];
      const drawn = `${day} ${JSON.stringify(found)}`;
      if ((this.#drawn.get(column) ?? `${day} []`) === drawn) return;
      this.#drawn.set(column, drawn);
      column.querySelector('.common-times')?.remove();
      if (found.length > 0) column.append(layer(found));
    });
  }

  /**
   * @param {number} day @param {number} minute
   * @returns {string} Who is free then, for screen readers; empty if more than one isn't.
   */
  spoken(day, minute) {
    const span = this.#around(day, minute, minute + 1);
    return span ? whoOf(span) : '';
  }

  /** @param {number} day @param {number} from @param {number} to */
  #around(day, from, to) {
    return spanAround(this.#times?.on([dateOfDay(day)])[0] ?? [], from, to);
  }

  /**
   * Opens the sheet for a new event. In a group's view that's the quick sheet, which can also
   * propose; Enter proposes if the time is free.
   *
   * @param {NewDays} days @param {{ x: number, y: number, left?: number }} [at]
   */
  make(days, at) {
    const { scroller, agenda } = this.#parts;
    if (!agenda()?.people.view) return tell(scroller, 'event-new', days);
    tell(scroller, 'event-quick', { ...days, at, given: { proposes: this.#isFree(days) } });
  }

  /** @param {NewDays} days @returns {boolean} Whether everybody is free then, or all but one. */
  #isFree({ first, allDay, start, end }) {
    if (allDay || !start || !end) return false;
    const midnight = wallMinutes(`${first}T00:00:00`);
    return (
      this.#around(midnight / 1440, wallMinutes(start) - midnight, wallMinutes(end) - midnight) !==
      undefined
    );
  }
}

/** @param {FreeSpan} span */
const whoOf = ({ missing }) => (missing === '' ? t('everybody') : t('allBut', { names: missing }));
/** @param {FreeSpan} span */
const spanOf = ({ from, to }) =>
  t('fromTo', { start: timeText(timeAt(0, from)), end: timeText(timeAt(0, to)) });

/** @param {FreeSpan[]} spans */
function layer(spans) {
  const lines = spans.map((span) => {
    const line = element('i', {
      class: span.missing === '' ? 'common-line all' : 'common-line most',
      title: `${whoOf(span)}, ${spanOf(span)}`,
    });
    for (const [name, value] of Object.entries({ from: span.from, to: span.to }))
      line.style.setProperty(`--${name}`, String(value));
    return line;
  });
  // The best spans come first, but have to lie on top.
  const ofAll = spans.filter(({ missing }) => missing === '').map(spanOf);
  return element(
    'div',
    { class: 'common-times' },
    ...lines.reverse(),
    ofAll.length > 0 &&
      element('p', { class: 'unseen', text: t('everybodyFree', { times: ofAll.join(', ') }) }),
  );
}
