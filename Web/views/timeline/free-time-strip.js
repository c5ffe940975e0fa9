import { element, tell } from '../../dom/element.js';
import { timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { timeAt } from '../../layout/day-strip.js';
import { CommonTime, spanAround } from '../../state/free-time.js';
import { dateOfDay, wallMinutes } from '../../time/civil-date.js';

/**
 * While a group is looked at: at the end of each day's column a line where all are free, a faint
 * one where all but one are.
 */
export class CommonStrip {
  #view;
  #common = /** @type {CommonTime | null} */ (null);
  /**
   * What each column shows, so that a minute that passes draws nothing.
   *
   * @type {WeakMap<HTMLElement, string>}
   */
  #drawn = new WeakMap();

  /** @param {import('./timeline-view.js').TimelineView} view */
  constructor(view) {
    this.#view = view;
  }

  /** @returns {CommonTime | null} */
  get #times() {
    if (!this.#common && this.#view.agenda) this.#common = new CommonTime(this.#view.agenda);
    return this.#common;
  }

  forget() {
    this.#common?.forget();
  }

  /**
   * Draws it in the days that are there; the pages beside are asked for with the one that is seen.
   */
  show() {
    const columns = [...this.#view.columns.values()]
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

  /** @param {number} day @param {number} minute @returns {string} Who is free then, for the ear. */
  said(day, minute) {
    const span = this.#around(day, minute, minute + 1);
    return span ? whoOf(span) : '';
  }

  /** @param {number} day @param {number} from @param {number} to */
  #around(day, from, to) {
    return spanAround(this.#times?.on([dateOfDay(day)])[0] ?? [], from, to);
  }

  /**
   * Makes an event. While a group is looked at it is asked in one line, and can be proposed: by
   * Enter where all are free.
   *
   * @param {NewDays} days @param {{ x: number, y: number, left?: number }} [at]
   */
  make(days, at) {
    if (!this.#view.agenda?.people.view) return tell(this.#view, 'event-new', days);
    tell(this.#view, 'event-quick', { ...days, at, given: { proposes: this.#isCommon(days) } });
  }

  /** @param {NewDays} days @returns {boolean} */
  #isCommon({ first, allDay, start, end }) {
    if (allDay || !start || !end) return false;
    const midnight = wallMinutes(`${first}T00:00:00`);
    return (
      this.#around(midnight / 1440, wallMinutes(start) - midnight, wallMinutes(end) - midnight) !==
      undefined
    );
  }
}

/** @param {CommonSpan} span */
const whoOf = ({ missing }) => (missing === '' ? t('everybody') : t('allBut', { names: missing }));
/** @param {CommonSpan} span */
const spanOf = ({ from, to }) =>
  t('fromTo', { start: timeText(timeAt(0, from)), end: timeText(timeAt(0, to)) });

/** @param {CommonSpan[]} spans */
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
  // The best come first, and are to lie on top.
  const ofAll = spans.filter(({ missing }) => missing === '').map(spanOf);
  return element(
    'div',
    { class: 'common-times' },
    ...lines.reverse(),
    ofAll.length > 0 &&
      element('p', { class: 'unseen', text: t('everybodyFree', { times: ofAll.join(', ') }) }),
  );
}
