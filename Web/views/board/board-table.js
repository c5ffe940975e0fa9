import { face } from '../../components/person-avatar.js';
import { element } from '../../dom/element.js';
import { proposedClass, spokenTitle, titleOf } from '../../i18n/calendar-owners.js';
import { dateText, numberText, shortTimeText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { addDays } from '../../time/civil-date.js';

/**
 * The most events of a day that are listed; the others are counted, unless there's only one more.
 */
const listedMax = 4;
/** The most common times that are offered for a day. */
const offeredMax = 3;
/** The length of a proposed time, unless less time is free. */
const proposedMinutes = 60;
/** The hours that a day's strip shows; events outside them appear at its edge. */
const [firstMinute, lastMinute] = [360, 1440];
/** The hours named in each day's heading; the style sheet marks the same in the strips. */
const namedHours = [8, 12, 16, 20];
/** The shortest length that is drawn in the strip, and the shortest common time that is offered. */
const drawnMinutesMin = 30;

/**
 * @typedef {{ group: Group | null, board: Board, common: FreeSpan[][], weekend: number[],
 *   isVisible: (id: string) => boolean }} BoardLook If `common` is empty, its row is left out.
 */
/** @typedef {Board['days'][number]} BoardDay */

/** @param {number} minute @returns {string} */
const clockOf = (minute) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** @param {number} minute @returns {number} Its place in the strip, from 0 to 1. */
const partOf = (minute) => Math.max(0, minute - firstMinute) / (lastMinute - firstMinute);

/**
 * @param {BoardLook} look
 * @returns {[HTMLElement, HTMLElement]} The head with the days, and the body with the rows.
 */
export function boardTable(look) {
  const {
    board: { days, rows },
    common,
    group,
  } = look;
  const head = element(
    'thead',
    {},
    element(
      'tr',
      {},
      element('td', { class: 'board-corner' }),
      ...days.map((day) => heading(day, look)),
    ),
  );
  const body = element(
    'tbody',
    {},
    common.length > 0 ? commonRow(common, look) : null,
    ...rows.filter(({ account }) => group || account).map((row) => memberRow(row, look)),
  );
  return [head, body];
}

/** @param {BoardDay} day @param {BoardLook} look */
const looks = ({ today, weekday }, { weekend }) =>
  `${today ? ' today' : ''}${weekend.includes(weekday) ? ' weekend' : ''}`;

/** @param {BoardDay} day @param {BoardLook} look */
function heading(day, look) {
  const { date, today } = day;
  return element(
    'th',
    { scope: 'col', class: `board-day${looks(day, look)}`, 'data-row': 'days', 'data-date': date },
    element(
      'button',
      {
        type: 'button',
        tabindex: -1,
        'data-day': date,
        'data-for': `days ${date}`,
        'aria-label': dateText(date, 'full'),
        ...(today ? { 'aria-current': 'date' } : {}),
      },
      element('span', { class: 'name', text: dateText(date, 'weekdayShort') }),
      element('span', { class: 'number', text: numberText(Number(date.slice(8))) }),
    ),
    hours(),
  );
}

/** The labels for the hours in the strips below. */
function hours() {
  return element(
    'div',
    { class: 'board-hours', 'aria-hidden': 'true' },
    ...namedHours.map((hour) => {
      // Show only the number: "16", or "4" with a 12-hour clock.
      const label = element('span', {
        text: /\p{Nd}+/u.exec(shortTimeText(clockOf(hour * 60)))?.[0] ?? '',
      });
      label.style.setProperty('--at', String(partOf(hour * 60)));
      return label;
    }),
  );
}

/**
 * @param {string} row
 * @param {BoardDay} day
 * @param {BoardLook} look
 * @param {HTMLElement[]} parts
 * @param {string} emptyLabel The cell's label if it has no buttons.
 */
function cell(row, day, look, parts, emptyLabel) {
  const isEmpty = !parts.some((part) => part.localName === 'button');
  return element(
    'td',
    {
      class: looks(day, look).trim(),
      'data-row': row,
      'data-date': day.date,
      'data-for': `${row} ${day.date}`,
      ...(isEmpty ? { tabindex: -1, 'aria-label': emptyLabel } : {}),
    },
    element('div', { class: 'board-cell' }, ...parts),
  );
}

/** @param {Board['rows'][number]} row @param {BoardLook} look */
function memberRow({ account, cells, lanes }, look) {
  const {
    group,
    board: { days },
    isVisible,
  } = look;
  const member = group?.members.find(({ id }) => id === account);
  const id = account ?? 'group';
  const name = account ? (member?.name ?? t('yours')) : t('groupCalendar');
  const isOff = !isVisible(account ?? group?.calendar ?? '');
  const made = element(
    'tr',
    { 'data-color': member?.color ?? group?.color ?? 'grey' },
    element(
      'th',
      { scope: 'row', class: isOff ? 'off' : '' },
      element(
        'div',
        { class: 'board-name' },
        member ? face(member) : element('span', { class: 'board-dot' }),
        element(
          'span',
          { class: 'board-who' },
          element('span', { dir: 'auto', text: name }),
          isOff && element('small', { text: t('notShown') }),
        ),
      ),
    ),
    ...days.map((day, index) =>
      cell(
        id,
        day,
        look,
        blocks(cells[index] ?? [], id, day.date),
        `${name}, ${dateText(day.date, 'full')}, ${t('noEvents')}`,
      ),
    ),
  );
  made.style.setProperty('--lanes', String(lanes));
  return made;
}

/**
 * @param {BoardBlock[]} all
 * @param {string} row
 * @param {string} date
 * @returns {HTMLElement[]} The day's events as a strip and as a list.
 */
function blocks(all, row, date) {
  if (all.length === 0) return [];
  // Order by the start within the day, so that events from the evening before come first.
  const start = (/** @type {BoardBlock} */ block) => (isWhole(block) ? -1 : block.from);
  const ordered = [...all].sort((a, b) => start(a) - start(b));
  const listed = ordered.slice(0, all.length > listedMax + 1 ? listedMax : all.length);
  const taken = all.filter(({ proposal, status }) => !proposal && status !== 'cancelled');
  const rest = all.length - listed.length;
  return [
    ...(taken.length > 0
      ? [strip(taken.map(({ from, to, lane, color }) => ({ from, to, lane, color, kind: '' })))]
      : []),
    ...listed.map((block) => eventButton(block, row, date)),
    ...(rest > 0
      ? [
          element('button', {
            type: 'button',
            class: 'board-more',
            tabindex: -1,
            'data-day': date,
            'data-for': `${row} ${date} more`,
            'aria-label': t('moreFound', { n: rest }),
            text: t('more', { n: rest }),
          }),
        ]
      : []),
  ];
}

/** @param {{ from: number, to: number, lane: number, color: string, kind: string }[]} pieces */
function strip(pieces) {
  return element(
    'div',
    { class: 'board-strip', 'aria-hidden': 'true' },
    ...pieces.map(({ from, to, lane, color, kind }) => {
      const piece = element('i', { class: kind, 'data-color': color });
      const start = Math.min(Math.max(from, firstMinute), lastMinute - drawnMinutesMin);
      const values = {
        from: partOf(start),
        to: partOf(Math.max(to, start + drawnMinutesMin)),
        lane,
      };
      for (const [name, value] of Object.entries(values))
        piece.style.setProperty(`--${name}`, String(value));
      return piece;
    }),
  );
}

/** @param {BoardBlock} block */
const isWhole = ({ allDay, from, to }) => allDay || (from === 0 && to === 1440);

/**
 * @param {BoardBlock} block
 * @param {string} date
 * @returns {[long: string, short: string]} The event's times on this day; only the end if it began
 *   on an earlier day.
 */
function whenTexts({ level, from, to, start }, date) {
  const [first, last] = [clockOf(from), clockOf(to)];
  const isBusy = level === 'busy';
  if (start.slice(0, 10) < date)
    return [
      t('untilTime', { time: timeText(last) }),
      isBusy ? t('untilTime', { time: shortTimeText(last) }) : `–${shortTimeText(last)}`,
    ];
  return [
    t('fromTo', { start: timeText(first), end: timeText(last) }),
    isBusy ? `${shortTimeText(first)}–${shortTimeText(last)}` : shortTimeText(first),
  ];
}

/** @param {BoardBlock} block @param {string} row @param {string} date */
function eventButton(block, row, date) {
  const { level, location, key, uid, start, color, status, past, repeats } = block;
  const title = titleOf(block);
  const whole = isWhole(block);
  const [long, short] = whenTexts(block, date);
  const when = whole ? t('allDay') : long;
  const states = [
    status === 'tentative' && t('tentative'),
    status === 'cancelled' && t('cancelled'),
    repeats && t('repeats'),
  ];
  const isBusy = level === 'busy';
  // If only the times are known, they replace the title.
  const text = isBusy && !whole ? short : title;
  return element(
    'button',
    {
      type: 'button',
      tabindex: -1,
      class: `board-event${proposedClass(block)} ${status}${past ? ' past' : ''}${isBusy ? ' busy' : ''}`,
      'data-color': color,
      'data-key': key,
      'data-uid': uid,
      'data-start': start,
      'data-for': `${row} ${date} ${key}`,
      title: `${when} ${title}`,
      'aria-label': [
        block.proposal || block.declined || block.unsaved ? spokenTitle(block) : title,
        when,
        ...states,
        location,
      ]
        .filter(Boolean)
        .join(', '),
    },
    isBusy || whole ? null : element('span', { class: 'time', text: short }),
    element('span', { class: 'title', dir: 'auto', text }),
  );
}

/**
 * The row of common times: it offers times when all are free; if there are none, times when all but
 * one are.
 *
 * @param {FreeSpan[][]} common
 * @param {BoardLook} look
 */
function commonRow(common, look) {
  const name = t('commonTime');
  return element(
    'tr',
    { class: 'board-common' },
    element(
      'th',
      { scope: 'row' },
      element('div', { class: 'board-name' }, element('span', { class: 'board-who', text: name })),
    ),
    ...look.board.days.map((day, index) => {
      const spans = common[index] ?? [];
      const ofAll = spans.filter(({ missing }) => missing === '');
      const best = (ofAll.length > 0 ? ofAll : spans)
        .filter(({ from, to }) => to - from >= drawnMinutesMin)
        .slice(0, offeredMax);
      const pieces = spans
        .map(({ from, to, missing }) => ({
          from,
          to,
          lane: 0,
          color: '',
          kind: missing === '' ? 'all' : 'most',
        }))
        .reverse();
      return cell(
        'common',
        day,
        look,
        spans.length === 0 ? [] : [strip(pieces), ...best.map((span) => offer(span, day.date))],
        `${name}, ${dateText(day.date, 'full')}, ${t('noCommonTime')}`,
      );
    }),
  );
}

/** @param {FreeSpan} span @param {string} date */
function offer({ from, to, missing }, date) {
  const who = missing === '' ? t('everybody') : t('allBut', { names: missing });
  const time = (/** @type {number} */ minute) => `${date}T${clockOf(minute)}:00`;
  const end = Math.min(to, from + proposedMinutes);
  return element(
    'button',
    {
      type: 'button',
      tabindex: -1,
      class: `board-free ${missing === '' ? 'all' : 'most'}`,
      'data-for': `common ${date} ${from} ${missing}`,
      'data-start': time(from),
      'data-end': end === 1440 ? `${addDays(date, 1)}T00:00:00` : time(end),
      title: who,
      'aria-label': t('proposeIn', {
        who,
        time: t('fromTo', { start: timeText(clockOf(from)), end: timeText(clockOf(to)) }),
      }),
    },
    element('span', { text: `${shortTimeText(clockOf(from))}–${shortTimeText(clockOf(to))}` }),
    missing === '' ? null : element('small', { dir: 'auto', text: who }),
  );
}
