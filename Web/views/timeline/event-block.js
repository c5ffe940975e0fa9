import { proposedClass, showOwner, spokenTitle, titleOf } from '../../i18n/calendar-owners.js';
import { dateText, shortTimeText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { textDirection } from '../../i18n/text-direction.js';
import { morePx } from '../../layout/column-fit.js';
import { timeAt } from '../../layout/hour-strip.js';
import { dayNumber, wallMinutes } from '../../time/civil-date.js';
import { acrossLetters, isBarless, slimLetters } from './title-size.js';

/** Below the first height the time goes beside the title; below the second the title gets small. */
const twoLinesPx = 36,
  oneLinePx = 20;
/** An event taller than this may have its name scrolled out of sight. */
const tallPx = 80;
const titleLinePx = 17,
  smallLinePx = 13;
/** Days narrower than this have no room for times. */
export const narrowPx = 72;
/** Events narrower than this have short times: "7:40am–8:25am" instead of "7:40 AM – 8:25 AM". */
const shortTimesPx = 136;
/**
 * An event narrower than this, and taller than wide, has its title from top to bottom, as no word
 * fits across. Narrow days have smaller letters.
 */
const slimPx = 48,
  slimInNarrowPx = 32;
/** The part of an event's width that its times can't use, and the width of one of their letters. */
const paddingPx = 12,
  figurePx = 6.5;

/** @typedef {{ hourPx: number, dayPx: number, scale: number }} DaySizes */

/**
 * @param {HTMLElement} button
 * @param {FittedPiece} piece
 * @param {TimelineDay['change']} change
 * @param {number} hourPx
 * @param {number} dayPx Both at the usual text size.
 * @returns {boolean} Whether it's so tall that its name could scroll out of sight.
 */
export function drawEvent(button, piece, change, hourPx, dayPx) {
  const { onClock, labels } = clockTimesOf(piece, change);
  const heightPx = (Math.max(piece.to - piece.from, 15) / 60) * hourPx;
  const besidePx = piece.hasMoreBeside ? morePx : 0;
  const widthPx = ((dayPx - besidePx) / piece.columns) * piece.span;
  const isSlim = heightPx > widthPx && widthPx < (dayPx < narrowPx ? slimInNarrowPx : slimPx);
  const isSmall = widthPx < narrowPx;
  // Without the day's line, and the gap that events leave at the day's end.
  const roomPx = ((dayPx - besidePx - 7) / piece.columns) * piece.span - 2;
  const lines = Math.max(
    1,
    Math.floor(isSmall ? (heightPx - 4) / smallLinePx : (heightPx - 20) / titleLinePx),
  );
  const title = titleOf(piece);
  const letters = isSlim ? slimLetters(roomPx) : acrossLetters(title, roomPx, isSmall);
  const size = isSlim
    ? ` slim${letters === 0 ? ' wordless' : isBarless(roomPx) ? ' barless' : ''}`
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
    showOwner(text, piece.calendar);
  }
  Object.assign(button.dataset, {
    uid: piece.uid,
    start: piece.start,
    key: piece.key,
    calendar: piece.calendar,
    color: piece.color,
    time: timesOf(piece, onClock, labels, roomPx),
    place: piece.location,
  });
  button.ariaLabel = spokenName(onClock, labels);
  const values = {
    from: piece.from,
    to: piece.to,
    c: piece.column,
    s: piece.span,
    n: piece.columns,
    beside: piece.hasMoreBeside ? 1 : 0,
    lines,
    letters,
  };
  for (const [name, value] of Object.entries(values))
    button.style.setProperty(`--${name}`, String(value));
  return heightPx > tallPx && !isSlim;
}

/**
 * In an hour that comes twice, a zone abbreviation has to say which one is meant: one after the
 * times, or one after each time if the clock is set back in between.
 *
 * @param {TimelinePiece} piece @param {TimelineDay['change']} change
 * @returns {{ onClock: TimelinePiece, labels: string[] }} The event with the end that the clock
 *   shows, which may be before its start; and the abbreviations.
 */
function clockTimesOf(piece, change) {
  const { zoneLabel, start, minutes } = piece;
  if (!zoneLabel) return { onClock: piece, labels: [] };
  const day = dayNumber(start.slice(0, 10));
  const end = wallMinutes(start) - day * 1440 + minutes;
  if (!change?.repeated || zoneLabel !== change.before || end <= change.to)
    return { onClock: piece, labels: [zoneLabel] };
  return {
    onClock: { ...piece, end: timeAt(day, end - (change.to - change.from)) },
    labels: [zoneLabel, change.after],
  };
}

/**
 * @param {TimelinePiece} piece
 * @param {TimelinePiece} onClock With the end that the clock shows.
 * @param {string[]} labels
 * @param {number} widthPx
 * @returns {string} Its times, short if there's little room; only the start if both don't fit.
 */
function timesOf({ start, end }, onClock, labels, widthPx) {
  if (widthPx < shortTimesPx) {
    const [from, to] = [start, end].map((time) => shortTimeText(time.slice(11, 16)));
    const both = `${from}–${to}`;
    return both.length * figurePx + paddingPx > widthPx ? (from ?? '') : both;
  }
  return [
    timeText(start),
    ...labels.slice(0, -1),
    '–',
    timeText(onClock.end),
    ...labels.slice(-1),
  ].join(' ');
}

/**
 * @param {Occurrence} event
 * @param {string[]} [labels]
 * @returns {string} What a screen reader says of an event.
 */
export function spokenName(event, labels = []) {
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
