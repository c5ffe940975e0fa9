import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { columnsFitting, columnsIn } from '../../layout/column-fit.js';
import { daysOf, pageStart } from '../../layout/hour-strip.js';
import { dateOfDay } from '../../time/civil-date.js';
import { showBars } from './all-day-lanes.js';
import { DayColumn } from './day-column.js';
import { HourGutter } from './hour-gutter.js';
import { citiesOf } from './zone-button.js';

/** The hours that are always printed. */
const [firstHour, lastHour] = [8, 18];
/** The width and height of the days on paper, and the height of a bar's lane. */
const widthMm = 250,
  bodyMm = 166,
  laneMm = 5.9,
  pxPerMm = 96 / 25.4;

/**
 * @param {PrintModel} model
 * @returns {PrintPage} The days with their hours, from the first hour with an event to the last.
 */
export function hoursPage({ engine, settings, name, date }) {
  const count = daysOf[/** @type {keyof typeof daysOf} */ (name)];
  const first = pageStart(date, count, settings.firstWeekday);
  const { days, bars: placed } = engine.timeline(dateOfDay(first), count);
  const pieces = days.flatMap((day) => day.pieces);
  const from = Math.min(firstHour, ...pieces.map((piece) => Math.floor(piece.from / 60)));
  const to = Math.max(lastHour, ...pieces.map((piece) => Math.ceil(piece.to / 60)));
  const gutter = new HourGutter();
  gutter.show([], '');
  const lanes = element('ul', { class: 'bars' });
  showBars(lanes, placed, 0);
  const bars = Math.max(0, ...placed.map(({ lane }) => lane + 1));
  // Use whole pixels, so that all lines look alike.
  const hourPx = Math.floor(((bodyMm - (bars + 0.5) * laneMm) * pxPerMm) / (to - from));
  const box = { hourPx, dayPx: (widthMm * pxPerMm) / count, scale: 1 };
  const look = { weekend: settings.weekend, today: '', isTight: false, cityOn: citiesOf(settings) };
  const columns = days.map((day, index) => {
    const column = new DayColumn();
    column.place(first + index, first, look);
    column.fill(columnsFitting(day, columnsIn(box)), box);
    return column;
  });
  const body = element(
    'div',
    { class: 'print-hours' },
    element('div', { class: 'hours-head' }, ...columns.map(({ heading }) => heading), lanes),
    element(
      'div',
      { class: 'print-window' },
      gutter.element,
      element('div', { class: 'hours' }, ...columns.map((column) => column.element)),
    ),
  );
  const values = {
    count,
    first: from,
    hours: to - from,
    bars,
    hour: `${hourPx}px`,
    work: 0,
    rest: 24,
  };
  for (const [property, value] of Object.entries(values))
    body.style.setProperty(`--${property}`, String(value));
  const [start, end] = [dateOfDay(first), dateOfDay(first + count - 1)];
  const title =
    count === 1
      ? dateText(start, 'full')
      : `${dateText(start, 'dayLong')} – ${dateText(end, 'dayLong')}`;
  return { title, kind: 'hours', body };
}
