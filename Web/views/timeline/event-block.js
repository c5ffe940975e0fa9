import { proposedClass, showOwner, spokenTitle, titleOf } from '../../i18n/calendar-owners.js';
import { dateText, shortTimeText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { textDirection } from '../../i18n/text-direction.js';
import { timeAt } from '../../layout/hour-strip.js';
import { dayNumber, wallMinutes } from '../../time/civil-date.js';
import { acrossLetters, isBarless, slimLetters } from './event-letters.js';

/** Below these heights an event has its time beside its title, and its title in small. */
const twoLinesPx = 36,
  oneLinePx = 20;
/** An event higher than this may begin far above what is to be seen of it. */
const highPx = 80;
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
/** What of an event's width its times don't have, and how wide a figure of a time is. */
const besidePx = 12,
  figurePx = 6.5;

/** @typedef {{ hourPx: number, dayPx: number, scale: number }} DaySizes */

/**
 * @param {HTMLElement} button
 * @param {TimelinePiece} piece
 * @param {TimelineDay['change']} change
 * @param {number} hourPx
 * @param {number} dayPx Both at the usual text size.
 * @returns {boolean} Whether it is so high that its name could be out of sight.
 */
export function drawEvent(button, piece, change, hourPx, dayPx) {
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
    time: timesOf(piece, told, labels, roomPx),
    place: piece.location,
  });
  button.ariaLabel = spokenName(told, labels);
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
