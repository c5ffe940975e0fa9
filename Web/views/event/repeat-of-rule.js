/**
 * The form's kinds of repetition, by the core's numbers.
 *
 * @type {(Repeat['kind'] | undefined)[]}
 */
const kinds = [undefined, undefined, undefined, 'daily', 'weekly', 'monthly', 'yearly'];
/** The parts of a rule that the form has no fields for. */
const others = /** @type {const} */ ([
  'positions',
  'yearDays',
  'weekNumbers',
  'months',
  'hours',
  'minutes',
  'seconds',
  'times',
  'ordinals',
]);

/**
 * A rule as the form shows it, such as one that was typed in words.
 *
 * @param {RuleWords | null | undefined} words Null or undefined for no rule, or an unreadable one.
 * @param {string} start Of the event.
 * @returns {Repeat | null} Null if the form has no fields for something in it.
 */
export function repeatOfRule(words, start) {
  if (!words) return null;
  const { frequency, interval, weekdays, monthDays, skip, count, until } = words;
  const kind = kinds[frequency];
  const isPlain = others.every((part) => words[part].length === 0) && skip === 0;
  const dayOfMonth = Number(start.slice(8, 10));
  const isOwnDay = monthDays.every((day) => kind === 'monthly' && day === dayOfMonth);
  if (!kind || !isPlain || !isOwnDay || (weekdays.length > 0 && kind !== 'weekly')) return null;
  return {
    kind,
    interval,
    weekdays,
    monthly: 'date',
    ends: until ? 'until' : count ? 'count' : 'never',
    ...(until ? { until } : {}),
    ...(count ? { count } : {}),
  };
}
