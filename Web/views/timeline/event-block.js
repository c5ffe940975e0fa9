import {
  ownerOf,
  proposedClass,
  showOwner,
  spokenTitle,
  titleOf,
  yesTallyText,
} from '../../i18n/calendar-owners.js';
import { dateText, shortTimeText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { textDirection } from '../../i18n/text-direction.js';
import { ownTimeText } from '../../i18n/zone-names.js';
import { morePx } from '../../layout/column-fit.js';
import { timeAt } from '../../layout/hour-strip.js';
import { dayNumber, wallMinutes } from '../../time/civil-date.js';

/** Below this height the title and the start share a line. */
const twoLinesPx = 36;
/** From this height, there is a third line: the answers to a proposal, or the time in the event's own zone. */
const threeLinesPx = 54;
/** The least height of a block, unless the next one begins earlier; as in the style sheet. */
const blockPx = 18;
/** An event taller than this may have its name scrolled out of sight. */
const tallPx = 80;
/** The lines of titles: as in the style sheet, of usual events and of small ones. */
const titleLinePx = 18,
  smallLinePx = 14;
/** The third line. */
const thirdLinePx = 17;
/** Days narrower than this have no room for times. */
export const narrowPx = 72;
/** Events narrower than this show when they start, but not when they end. */
const bothTimesPx = 120;
/** In a narrow day, an event narrower than this is a mere block: of a word, two letters would show. */
const wordPx = 32;

/** @typedef {{ hourPx: number, dayPx: number, scale: number }} DaySizes */

/**
 * @param {HTMLElement} button
 * @param {FittedPiece} piece
 * @param {TimelineDay['change']} change
 * @param {number} hourPx
 * @param {number} dayPx
 * @param {number} roomPx The part of the day's width that its events share; all three at the usual text
 *   size.
 * @returns {boolean} Whether it's so tall that its name could scroll out of sight.
 */
export function drawEvent(button, piece, change, hourPx, dayPx, roomPx) {
  const { onClock, labels } = clockTimesOf(piece, change);
  const heightPx = (Math.max(piece.to - piece.from, 15) / 60) * hourPx;
  const besidePx = piece.hasMoreBeside ? morePx : 0;
  const widthPx = ((roomPx - piece.insetPx - besidePx) / piece.columns) * piece.span;
  const isSmall = widthPx < narrowPx;
  const isShort = heightPx < twoLinesPx;
  const nextPx = ((piece.nextAt - piece.from) / 60) * hourPx;
  const seenPx = Math.min(heightPx, nextPx);
  // Another event would cut the time in two.
  const isUntimed = !isShort && seenPx < twoLinesPx;
  const isTight = isShort && nextPx < blockPx && piece.nextAt >= piece.to;
  const ownTime = ownTimeText(piece);
  // Only if the title and the time have a line each.
  const third = !isSmall && seenPx >= threeLinesPx ? yesTallyText(piece) || ownTime : '';
  const titlePx = seenPx - (third ? thirdLinePx : 0);
  const lines = Math.max(1, Math.floor(linesIn(titlePx, isSmall, isUntimed)));
  const title = titleOf(piece);
  const isWordless = dayPx < narrowPx && widthPx < wordPx;
  const size = isShort ? (isTight ? ' short tight' : ' short') : lines === 1 ? ' one-line' : '';
  button.className =
    `hours-event ${piece.status}${proposedClass(piece)}${ownerOf(piece.calendar)?.initials ? ' others' : ''}${piece.past ? ' past' : ''}${isSmall ? ' small' : ''}${isWordless ? ' wordless' : ''}${size}${isUntimed ? ' untimed' : ''}` +
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
    time: timesOf(piece, onClock, labels, !isShort && widthPx >= bothTimesPx),
    place: piece.location,
  });
  if (third) button.dataset['third'] = third;
  else delete button.dataset['third'];
  button.ariaLabel = [spokenName(onClock, labels), ownTime].filter(Boolean).join(', ');
  const values = {
    from: piece.from,
    to: piece.to,
    seen: isTight ? piece.nextAt : Math.min(piece.nextAt, piece.to),
    c: piece.column,
    s: piece.span,
    n: piece.columns,
    inset: piece.insetPx,
    beside: piece.hasMoreBeside ? 1 : 0,
    lines,
  };
  for (const [name, value] of Object.entries(values))
    button.style.setProperty(`--${name}`, String(value));
  return heightPx > tallPx && !isWordless;
}

/**
 * @param {number} seenPx How much of the block no other one covers.
 * @param {boolean} isSmall @param {boolean} isUntimed
 * @returns {number} How many lines of its title have room; the last one may be a part of a line.
 */
const linesIn = (seenPx, isSmall, isUntimed) =>
  isSmall ? (seenPx - 4) / smallLinePx : (seenPx - (isUntimed ? 2 : 20)) / titleLinePx;

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
 * @param {boolean} areBoth Whether there's room for both.
 * @returns {string} Its times, or only its start.
 */
function timesOf({ start }, onClock, labels, areBoth) {
  if (!areBoth) return shortTimeText(start.slice(11, 16));
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
