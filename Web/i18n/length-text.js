import { wordingLocale } from './format.js';

// Lengths of time in words, and how long ago something was.

/** @type {[unit: string, minutes: number][]} */
const lengths = [
  ['week', 10_080],
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
];

/** @param {number} minutes @returns {string} "45 minutes", "2 hours", "1 week". */
export function lengthText(minutes) {
  const [unit, size] = lengths.find(([, each]) => minutes > 0 && minutes % each === 0) ?? [
    'minute',
    1,
  ];
  return unitText(minutes / size, unit, 'long');
}

/**
 * The units for past times: the largest that has fully passed is used. Beyond a month, it's a date.
 */
const pastUnits = /** @type {const} */ ([
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]);

/** @param {number} seconds @returns {string} "3 hours ago", for up to a month. */
export function agoText(seconds) {
  const [unit, size] = pastUnits.find(([, length]) => seconds >= length) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat(wordingLocale(), { numeric: 'auto' });
  return unit === 'second'
    ? format.format(0, 'second')
    : format.format(-Math.floor(seconds / size), unit);
}

/** @param {number} value @param {string} unit @param {'narrow' | 'short' | 'long'} unitDisplay */
export function unitText(value, unit, unitDisplay) {
  return new Intl.NumberFormat(wordingLocale(), { style: 'unit', unit, unitDisplay }).format(value);
}
