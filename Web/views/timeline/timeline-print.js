import { element } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { daysFitting } from '../../layout/column-fit.js';
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
 * The hours that are printed, as few as possible, so that they are large: an event over midnight is
 * shown by its first hour, and the night after it only where its first day isn't printed.
 *
 * @param {{ pieces: Pick<TimelinePiece, 'from' | 'to' | 'startsHere' | 'endsHere'>[] }[]} days
 * @returns {[from: number, to: number]}
 */
export function hoursOf(days) {
  const shown = days.flatMap(({ pieces }, index) =>
    pieces.filter(({ startsHere, to }) => startsHere || index === 0 || to > firstHour * 60),
  );
  const starts = shown.map(({ from }) => Math.floor(from / 60));
  const ends = shown.map(({ from, to, startsHere, endsHere }) =>
    startsHere && !endsHere ? Math.floor(from / 60) + 1 : Math.ceil(to / 60),
  );
  return [Math.min(firstHour, ...starts), Math.max(lastHour, ...ends)];
}

/**
 * @param {PrintModel} model
 * @returns {PrintPage} The days with their hours, from the first hour with an event to the last.
 */
export function hoursPage({ engine, settings, name, date }) {
  const count = daysOf[/** @type {keyof typeof daysOf} */ (name)];
  const first = pageStart(date, count, settings.firstWeekday);
  const { days, bars: placed } = engine.timeline(dateOfDay(first), count);
  const [from, to] = hoursOf(days);
  const gutter = new HourGutter();
  gutter.show([], '');
  const lanes = element('ul', { class: 'bars' });
  showBars(lanes, placed, 0);
  const bars = Math.max(0, ...placed.map(({ lane }) => lane + 1));
  // Use whole pixels, so that all lines look alike.
  const hourPx = Math.floor(((bodyMm - (bars + 0.5) * laneMm) * pxPerMm) / (to - from));
  const box = { hourPx, dayPx: (widthMm * pxPerMm) / count, scale: 1 };
  const look = {
    weekend: settings.weekend,
    hoursOn: (/** @type {number} */ weekday) => settings.hoursOn(weekday),
    today: '',
    isTight: false,
    cityOn: citiesOf(settings),
  };
  const columns = daysFitting(days, box).map((day, index) => {
    const column = new DayColumn();
    column.place(first + index, first, look);
    column.fill(day, box);
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
