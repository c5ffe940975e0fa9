import { clockText, dateText, monthText, timeText, weekdayText } from './format.js';

/**
 * German words for a rule's frequency, numbered as in the core: for an interval of one, and for
 * longer ones.
 */
const periods = [
  ['jede Sekunde', 'Sekunden'],
  ['jede Minute', 'Minuten'],
  ['jede Stunde', 'Stunden'],
  ['jeden Tag', 'Tage'],
  ['jede Woche', 'Wochen'],
  ['jeden Monat', 'Monate'],
  ['jedes Jahr', 'Jahre'],
];
const [daily, weekly, yearly] = [3, 4, 6];
const ordinals = ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften'];
const skips = [
  '',
  ', gibt es den Tag nicht, am Tag davor',
  ', gibt es den Tag nicht, am Tag danach',
];

/** @param {string[]} parts */
const listed = (parts) => new Intl.ListFormat('de').format(parts);
/**
 * @param {number} number Counted from the start, or from the end if negative.
 * @returns {string} "ersten", "12.", "letzten", "drittletzten".
 */
function nth(number) {
  if (number > 0) return ordinals[number - 1] ?? `${number}.`;
  if (number === -1) return 'letzten';
  if (number === -2) return 'vorletzten';
  const place = ordinals[-number - 1];
  return place ? `${place.slice(0, -2)}letzten` : `${-number}.-letzten`;
}

/** @param {number} day */
const weekdayName = (day) => weekdayText(day, 'weekdayLong');
const isWorkdays = (/** @type {number[]} */ days) => days.join() === '1,2,3,4,5';

/**
 * @param {RuleWords} words
 * @returns {string[]} The conditions on the day, all of which must hold.
 */
function daysOf(words) {
  const within = words.ordinalsOfMonth ? '' : ' im Jahr';
  const kinds = [
    words.weekNumbers.length > 0 &&
      `in Kalenderwoche ${listed(words.weekNumbers.map((week) => (week > 0 ? `${week}` : `${nth(week).replace('ten', 'te')}`)))}`,
    words.yearDays.length > 0 &&
      `am ${listed(words.yearDays.map((day) => (day > 0 ? `${day}.` : nth(day))))} Tag des Jahres`,
    words.monthDays.length > 0 && monthDays(words),
    words.ordinals.length > 0 &&
      `am ${listed(words.ordinals.map(({ ordinal, weekday }) => `${nth(ordinal)} ${weekdayName(weekday)}`))}${within}`,
    words.weekdays.length > 0 &&
      (isWorkdays(words.weekdays)
        ? 'an Werktagen'
        : `am ${listed(words.weekdays.map(weekdayName))}`),
  ];
  return kinds.flatMap((part) => part || []);
}

/** @param {RuleWords} words */
function monthDays({ monthDays: days, months, frequency }) {
  const fromStart = days.filter((day) => day > 0).map((day) => `${day}.`);
  const fromEnd = days.filter((day) => day < 0).map((day) => `${nth(day)} Tag`);
  const [month] = months;
  const isDate =
    frequency === yearly && months.length === 1 && month !== undefined && fromEnd.length === 0;
  return `am ${listed([...fromStart, ...fromEnd])}${isDate ? ` ${monthText(month)}` : ''}`;
}

/** @param {RuleWords} words */
function monthsOf(words) {
  const isSaid =
    words.frequency === yearly &&
    words.months.length === 1 &&
    words.monthDays.length > 0 &&
    words.monthDays.every((day) => day > 0);
  return words.months.length > 0 && !isSaid ? `im ${listed(words.months.map(monthText))}` : '';
}

/** @param {RuleWords} words */
function timesOf({ times, hours, minutes, seconds, frequency }) {
  if (times.length > 0) return `um ${listed(times.map(clockText))}`;
  if (frequency >= daily) return '';
  const numbers = (/** @type {number[]} */ values, /** @type {string} */ name) =>
    values.length > 0 ? `${name} ${listed(values.map(String))}` : '';
  return [
    numbers(hours, 'in Stunde'),
    numbers(minutes, 'in Minute'),
    numbers(seconds, 'in Sekunde'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** @param {RuleWords} words */
function endOf({ count, until }) {
  if (count !== undefined) return `, ${count}-mal`;
  if (until === undefined) return '';
  return until.length > 10
    ? `, bis ${dateText(until, 'dayLong')}, ${timeText(until)}`
    : `, bis ${dateText(until, 'dayLong')}`;
}

/** @param {RuleWords} words @returns {string} The rule in German. */
export function germanRule(words) {
  if (words.never) return 'nie';
  const [alone = '', many = ''] = periods[words.frequency] ?? [];
  const isWorkweek =
    words.frequency === weekly && words.interval === 1 && isWorkdays(words.weekdays);
  const every = isWorkweek
    ? 'jeden Werktag'
    : words.interval === 1
      ? alone
      : `alle ${words.interval} ${many}`;
  const days = isWorkweek ? [] : daysOf(words);
  const chosen =
    words.positions.length > 0
      ? `, davon nur der ${listed(words.positions.map((place) => nth(place).replace(/n$/, '')))}`
      : '';
  const start = words.weekStart ? `, Wochen ab ${weekdayName(words.weekStart)}` : '';
  const main = [every, days.join(', wenn zugleich '), monthsOf(words), timesOf(words)]
    .filter(Boolean)
    .join(' ');
  return `${main}${chosen}${skips[words.skip] ?? ''}${start}${endOf(words)}`;
}
