import { choiceField } from '../../components/form/choice-field.js';
import { TimeField } from '../../components/form/time-field.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { minuteOfDay } from '../../time/minute-of-day.js';

const dayMinutes = 1_440;
/** The longest that a reminder comes before or after the start, in its unit. */
const lengthMax = 999;
const units = /** @type {const} */ ([
  [10_080, 'unitWeekly'],
  [dayMinutes, 'unitDaily'],
  [60, 'unitHours'],
  [1, 'unitMinutes'],
]);

/** @param {number} value */
const numberField = (value) =>
  element('input', {
    type: 'number',
    min: 0,
    max: lengthMax,
    value: String(value),
    'aria-label': t('reminderLength'),
  });

/** @param {HTMLInputElement} field @returns {number} What is typed, within its bounds. */
const typedIn = ({ value }) => Math.max(0, Math.min(Math.round(Number(value)) || 0, lengthMax));

/**
 * Fields for a reminder of any length: a number, its unit, and before or after the start.
 *
 * @param {number} minutes Before the start; negative after it.
 * @param {(minutes: number) => void} changed
 * @returns {HTMLElement[]}
 */
export function reminderLength(minutes, changed) {
  const length = Math.abs(minutes);
  const [unitMinutes] = units.find(([each]) => length > 0 && length % each === 0) ?? [1];
  const number = numberField(length / unitMinutes);
  const unit = choiceField([], String(unitMinutes), { 'aria-label': t('unit') });
  const side = choiceField(
    [
      ['1', t('beforeStart')],
      ['-1', t('afterTheStart')],
    ],
    minutes < 0 ? '-1' : '1',
    { 'aria-label': t('beforeOrAfter') },
  );
  const nameUnits = () => {
    unit.options = units
      .map(
        ([each, name]) => /** @type {Choice} */ ([String(each), t(name, { n: typedIn(number) })]),
      )
      .reverse();
  };
  const read = () => {
    nameUnits();
    // Zero has no side: -0 would be another reminder.
    changed(typedIn(number) * Number(unit.value) * Number(side.value) || 0);
  };
  nameUnits();
  for (const field of [number, unit, side]) field.addEventListener('input', read);
  return [number, unit, side];
}

/**
 * The same for whole days: how many days before, and at what time.
 *
 * @param {number} minutes Before the midnight that the day begins with.
 * @param {(minutes: number) => void} changed
 * @returns {HTMLElement[]}
 */
export function reminderOfDays(minutes, changed) {
  const days = Math.max(0, Math.ceil(minutes / dayMinutes));
  const at = days * dayMinutes - minutes;
  const number = numberField(days);
  const time = new TimeField({
    label: t('reminderTime'),
    value: [Math.floor(at / 60) % 24, at % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':'),
    required: true,
  });
  const words = element('span');
  const read = () => {
    words.textContent = t('daysBefore', { n: typedIn(number) });
    if (time.value) changed(typedIn(number) * dayMinutes - minuteOfDay(time.value));
  };
  words.textContent = t('daysBefore', { n: days });
  number.addEventListener('input', read);
  time.addEventListener('change', read);
  return [number, words, time];
}
