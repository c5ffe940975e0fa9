import { dateOfDay } from '../time/civil-date.js';
import { dateText, monthText, weekdayText } from './format.js';
import {
  areWorkdays,
  list,
  monthDays,
  monthNames,
  numbered,
  ordinal,
  position,
  ranges,
  weekdays,
} from './rule-words-en.js';

const [daily, weekly, monthly, yearly] = [3, 4, 5, 6];
/** If there are more dates than these, the days are named apart from the months. */
const datesMax = 6;

/**
 * The days of a rule in English.
 *
 * One of the parts about days comes first, and the others restrict it: "on the 13th of every month,
 * if it is a Friday".
 */
export class EnglishDays {
  #words;
  /** @type {'' | 'yearDays' | 'weeks' | 'monthDays' | 'ordinals' | 'weekdays'} */
  #lead;

  /** @param {RuleWords} words */
  constructor(words) {
    this.#words = words;
    this.#lead = leadOf(words);
  }

  /** The kind of days that a daily rule names, if there is one that replaces "every day". */
  get onlyKind() {
    const { yearDays, weekNumbers, monthDays: days, weekdays: names } = this.#words;
    if (yearDays.length > 0 || weekNumbers.length > 0) return null;
    if (days.length === 0) return names.length === 0 ? 'none' : 'weekdays';
    return names.length === 0 ? 'monthDays' : null;
  }

  /** The days that BYSETPOS picks from, as one noun; empty if that takes more words. */
  get noun() {
    const { weekdays: names } = this.#words;
    const isWhole = this.#lead === 'monthDays' && this.#isEveryDayOfMonth;
    if ((this.#lead !== 'weekdays' && !isWhole) || this.#otherLimits.length > 0) return '';
    if (isWhole || names.length === 7) return 'day';
    if (areWorkdays(names)) return 'weekday';
    if (names.join() === '6,7') return 'weekend day';
    // "The third Tuesday or Thursday" could be the third Tuesday.
    return names.length === 1 ? weekdayText(names[0] ?? 1, 'weekdayLong') : '';
  }

  /** Whether a rule of every month or year names weekdays and nothing else but months. */
  get isPlainWeekdays() {
    const { interval, positions } = this.#words;
    return (
      this.#lead === 'weekdays' &&
      interval === 1 &&
      positions.length === 0 &&
      this.#otherLimits.length === 0
    );
  }

  get #isEveryDayOfMonth() {
    const { monthDays: days, weekdays: names, ordinals } = this.#words;
    const isFull = days.length === 31 && days.every((day, index) => day === index + 1);
    return isFull && names.length === 0 && ordinals.length === 0;
  }

  /** "the first Monday and the last Friday" */
  get #ordinalNames() {
    const { ordinals, weekdays: names } = this.#words;
    const texts = ordinals.map(
      (day) => `the ${position(day.ordinal)} ${weekdayText(day.weekday, 'weekdayLong')}`,
    );
    return list(names.length > 0 ? [...texts, weekdays(names, true)] : texts);
  }

  /** Whether "of every month" can follow the days. */
  get startsWithThe() {
    return (
      this.#lead === 'monthDays' || (this.#lead === 'ordinals' && this.#words.weekdays.length === 0)
    );
  }

  /** The days of a monthly rule; empty where it names none. */
  get ofMonth() {
    switch (this.#lead) {
      case 'monthDays':
        return monthDays(this.#words.monthDays);
      case 'ordinals':
        return this.#ordinalNames;
      case 'weekdays':
        return weekdays(this.#words.weekdays, true);
      default:
        return '';
    }
  }

  /** The days of a yearly rule; empty where it names none. */
  get ofYear() {
    const { months, monthDays: days, weekdays: names } = this.#words;
    switch (this.#lead) {
      case 'yearDays':
        return `${this.#yearDayNames} of the year`;
      case 'weeks':
        return `${weekdays(names, names.length > 4)} of ${this.#weekNames}`;
      case 'monthDays':
        return months.length === 0 ? `${monthDays(days)} of every month` : this.#dates;
      case 'ordinals':
        return `${this.#ordinalNames} of ${months.length === 0 ? 'the year' : monthNames(months)}`;
      case 'weekdays':
        return weekdays(names, true) + (months.length === 0 ? '' : ` of ${monthNames(months)}`);
      default:
        return '';
    }
  }

  /** "29 February", "1 January and 1 July", "the last day of February" */
  get #dates() {
    const { months, monthDays: days } = this.#words;
    if (months.length * days.length > datesMax || days.some((day) => day < 0))
      return `${monthDays(days)} of ${monthNames(months)}`;
    return list(months.flatMap((month) => days.map((day) => dateOfYear(month, day))));
  }

  get #yearDayNames() {
    const { yearDays } = this.#words;
    return list([
      ...ranges(
        yearDays.filter((day) => day > 0),
        (day) => `the ${ordinal(day)} day`,
      ),
      ...ranges(
        yearDays.filter((day) => day < 0),
        (day) => `the ${position(day)} day`,
      ),
    ]);
  }

  get #weekNames() {
    const { weekNumbers } = this.#words;
    const numbers = weekNumbers.filter((week) => week > 0);
    const last = weekNumbers.filter((week) => week < 0);
    return list([
      ...(numbers.length > 0 ? [numbered(numbers, 'week')] : []),
      ...last.map((week) => `the ${position(week)} week`),
    ]);
  }

  /** " in January and March"; empty where it is every month. */
  get inMonths() {
    const { months } = this.#words;
    return months.length === 0 ? '' : ` in ${monthNames(months)}`;
  }

  /** @param {string} day @returns {string} "the 15th of every month", "… of every January and July". */
  ofEveryMonth(day) {
    const { months } = this.#words;
    return `${day} of every ${months.length === 0 ? 'month' : list(months.map(monthText))}`;
  }

  /** The conditions that restrict the leading days. */
  get limits() {
    const { months } = this.#words;
    return this.#areMonthsSaid
      ? this.#otherLimits
      : [...this.#otherLimits, `only in ${monthNames(months)}`];
  }

  /** Whether the days that lead name the months as well. */
  get #areMonthsSaid() {
    const { months, frequency, interval, positions, times } = this.#words;
    if (months.length === 0) return true;
    switch (frequency) {
      case yearly:
        return ['monthDays', 'ordinals', 'weekdays'].includes(this.#lead);
      case monthly:
        if (interval !== 1) return false;
        if (positions.length === 0) return this.startsWithThe || this.isPlainWeekdays;
        return this.noun !== '' && times.length <= 1;
      case daily:
        return interval === 1 && this.onlyKind !== null && positions.length === 0;
      default:
        return false;
    }
  }

  /** The parts that do not lead, except the months. */
  get #otherLimits() {
    const words = this.#words;
    const limits = [];
    if (this.#isLimit('monthDays') && !this.#isSaidDaily('monthDays'))
      limits.push(`only on ${monthDays(words.monthDays)} of the month`);
    if (this.#isLimit('ordinals'))
      limits.push(
        `only on ${this.#ordinalNames} of the ${words.ordinalsOfMonth ? 'month' : 'year'}`,
      );
    else if (
      !['weekdays', 'weeks', 'ordinals'].includes(this.#lead) &&
      words.weekdays.length > 0 &&
      !this.#isSaidDaily('weekdays')
    )
      limits.push(this.#weekdayLimit);
    if (this.#isLimit('yearDays')) limits.push(`only on ${this.#yearDayNames} of the year`);
    if (this.#lead !== 'weeks' && words.weekNumbers.length > 0)
      limits.push(`only in ${this.#weekNames}`);
    return limits;
  }

  /**
   * @param {'monthDays' | 'ordinals' | 'yearDays'} part @returns Whether the rule has it, but it
   *   does not lead.
   */
  #isLimit(part) {
    return this.#lead !== part && this.#words[part].length > 0;
  }

  get #weekdayLimit() {
    const { weekdays: names } = this.#words;
    const plural = areWorkdays(names) ? 's' : '';
    if (this.#lead === '') return `only on ${weekdays(names, false)}${plural}`;
    const either = list(
      names.map((day) => weekdayText(day, 'weekdayLong')),
      'or',
    );
    return `if it is a ${plural ? 'weekday' : either}`;
  }

  /** @param {'weekdays' | 'monthDays'} kind @returns Whether it stands for "every day". */
  #isSaidDaily(kind) {
    const { frequency, interval, positions } = this.#words;
    return (
      frequency === daily && interval === 1 && this.onlyKind === kind && positions.length === 0
    );
  }
}

/** @param {RuleWords} words */
function leadOf({ frequency, yearDays, weekNumbers, monthDays: days, ordinals, weekdays: names }) {
  if (yearDays.length > 0 && frequency === yearly) return 'yearDays';
  if (weekNumbers.length > 0 && frequency === yearly) return names.length === 0 ? '' : 'weeks';
  if (days.length > 0 && frequency >= monthly) return 'monthDays';
  if (ordinals.length > 0) return 'ordinals';
  return names.length > 0 && frequency >= weekly ? 'weekdays' : '';
}

/** @param {number} month @param {number} day @returns {string} "29 February", "February 29". */
function dateOfYear(month, day) {
  const timeMs = Date.UTC(2024, month - 1, day);
  // A date that no year has can't be formatted as a date.
  if (new Date(timeMs).getUTCMonth() !== month - 1) return `${day} ${monthText(month)}`;
  return dateText(dateOfDay(timeMs / 86_400_000), 'dayMonth');
}
