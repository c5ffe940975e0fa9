import { element, focusedIn } from '../../dom/element.js';
import { dateText, weekdayText } from '../../i18n/format.js';
import { capital, ruleSentence } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { weekday } from '../../time/civil-date.js';
import { lastOfTen, monthlyChoices } from '../../time/monthly-choices.js';
import { DateField } from './date-field.js';
import { field, select } from './field.js';

/** How many of the rule's next dates are shown. */
const nextMax = 3;
const units = /** @type {const} */ ({
  daily: 'unitDaily',
  weekly: 'unitWeekly',
  monthly: 'unitMonthly',
  yearly: 'unitYearly',
});

/**
 * The form for how an event repeats. Its `rule` is empty for never, and the original text if
 * nothing was changed.
 */
export class RepeatForm {
  element = element('div', { class: 'repeat' });
  #details = element('div', { class: 'repeat-details' });
  #kind;
  #every = element('input', {
    type: 'number',
    min: 1,
    max: 999,
    value: '1',
    'aria-label': t('every'),
  });
  #unit = element('span');
  #days;
  #monthly = select([], '', { 'aria-label': t('whichDay') });
  #ends;
  #until = new DateField({ label: t('untilDate') });
  #count = element('input', {
    type: 'number',
    min: 1,
    max: 9999,
    value: '10',
    'aria-label': t('times'),
  });
  #start;
  /** The day of the month that the original rule names. */
  #given;
  #original;
  /**
   * The next dates, used as long as neither the rule nor the start has changed: the rule alone
   * doesn't know which dates were cancelled or moved.
   */
  #next;
  #ruleText;
  #ruleTimes;
  #words = element('p', { class: 'hint rule-text', 'aria-live': 'polite' });
  #isTouched = false;
  #follows;
  #isUntilChosen = false;
  /** The choices on which the visible fields currently depend. */
  #shape = '';

  /** @param {RepeatOptions} options */
  constructor({
    repeat,
    original,
    next,
    start,
    firstWeekday,
    follows = false,
    ruleText,
    ruleTimes,
  }) {
    this.#start = start;
    this.#original = original;
    this.#next = next;
    this.#follows = follows;
    this.#ruleText = ruleText;
    this.#ruleTimes = ruleTimes;
    const kind = repeat?.kind ?? (original ? 'other' : 'never');
    this.#kind = select(
      [
        ['never', t('never')],
        ['daily', t('daily')],
        ['weekly', t('weekly')],
        ['monthly', t('monthly')],
        ['yearly', t('yearly')],
        ...(kind === 'other'
          ? [/** @type {[string, string]} */ (['other', t('otherRepeat')])]
          : []),
      ],
      kind,
    );
    const chosen = repeat?.weekdays.length ? repeat.weekdays : [weekday(start.slice(0, 10))];
    const weekdays = Array.from({ length: 7 }, (_, index) => ((firstWeekday + index - 1) % 7) + 1);
    this.#days = element(
      'div',
      { class: 'weekday-choice', role: 'group', 'aria-label': t('onDays') },
      ...weekdays.map((day) => {
        const box = element('input', {
          type: 'checkbox',
          value: String(day),
          'aria-label': weekdayText(day, 'weekdayLong'),
        });
        box.checked = chosen.includes(day);
        return element(
          'label',
          {},
          box,
          element('span', { 'aria-hidden': 'true', text: weekdayText(day, 'weekdayNarrow') }),
        );
      }),
    );
    this.#ends = select(
      [
        ['never', t('endsNever')],
        ['until', t('endsUntil')],
        ['count', t('endsCount')],
      ],
      repeat?.ends ?? 'never',
      { 'aria-label': t('endsLabel') },
    );
    this.#every.value = String(repeat?.interval ?? 1);
    this.#until.value = repeat?.until?.slice(0, 10) ?? '';
    this.#isUntilChosen = this.#until.value !== '';
    this.#count.value = String(repeat?.count || 10);
    this.#given = repeat?.monthly ?? 'date';
    this.#until.min = start.slice(0, 10);
    this.element.append(field(t('repeat'), this.#kind), this.#details, this.#words);
    this.element.addEventListener('change', ({ target }) => {
      this.#isTouched = true;
      if (target === this.#until) this.#isUntilChosen = true;
      this.#next = null;
      this.#keepUntil();
      this.#show();
    });
    this.#show();
  }

  /**
   * Sets a new start for the event, and updates what depends on its day.
   *
   * @param {string} start
   */
  set start(start) {
    const before = weekday(this.#start.slice(0, 10));
    const after = weekday(start.slice(0, 10));
    if (start !== this.#start) this.#next = null;
    this.#isTouched ||= this.#follows && start !== this.#start;
    this.#start = start;
    this.#keepUntil();
    this.#show();
    const boxes = this.#boxes();
    const chosen = boxes.filter((box) => box.checked);
    if (before !== after && chosen.length === 1 && Number(chosen[0]?.value) === before) {
      for (const box of boxes) box.checked = Number(box.value) === after;
    }
  }

  /** A series can't end before it begins, as an event can't. */
  #keepUntil() {
    const first = this.#start.slice(0, 10);
    this.#until.min = first;
    if (this.#until.value !== '' && this.#until.value < first) this.#until.value = first;
  }

  #boxes() {
    return [...this.#days.querySelectorAll('input')];
  }

  /** @param {string} value */
  #showMonthly(value) {
    const { day, weekday: number, nth, isLast, isLastDay } = monthlyChoices(this.#start);
    const name = weekdayText(number, 'weekdayLong');
    const nthName = t(/** @type {'nth1'} */ (`nth${nth}`));
    const month = this.#kind.value === 'yearly' ? dateText(this.#start, 'monthLong') : '';
    const label = (/** @type {string} */ text) =>
      month ? t('ofMonth', { day: text, month }) : text;
    const choices = /** @type {[string, string][]} */ ([
      [
        'date',
        month
          ? t('yearlyDate', { date: dateText(this.#start, 'dayMonth') })
          : t('monthlyDate', { n: day }),
      ],
      ...(nth <= 4 ? [['nth', label(t('monthlyNth', { nth: nthName, weekday: name }))]] : []),
      ...(isLast ? [['last', label(t('monthlyLast', { weekday: name }))]] : []),
      ...(isLastDay ? [['lastDay', label(t('monthlyLastDay'))]] : []),
    ]);
    this.#monthly.replaceChildren(
      ...choices.map(([key, label]) => element('option', { value: key, text: label })),
    );
    this.#monthly.value = choices.some(([key]) => key === value) ? value : 'date';
  }

  #show() {
    const kind = this.#kind.value;
    if (kind === 'never' || kind === 'other') {
      this.#shape = '';
      this.#details.replaceChildren();
      return this.#explain();
    }
    const unit = units[/** @type {keyof typeof units} */ (kind)];
    this.#unit.textContent = t(unit, { n: Number(this.#every.value) || 1 });
    const ends = this.#ends.value;
    // A last date that the user didn't choose follows the rule.
    if (!this.#isUntilChosen)
      this.#until.value = lastOfTen(this.#start.slice(0, 10), kind, Number(this.#every.value) || 1);
    this.#showMonthly(this.#monthly.value || this.#given);
    this.#showDetails(kind, ends, this.#skipped(kind));
    this.#explain();
  }

  /** @param {string} kind @param {string} ends @param {string} skipped */
  #showDetails(kind, ends, skipped) {
    const shape = [kind, ends, skipped].join('\n');
    // Don't insert the fields again unless they differ: a press on one of them would lose its
    // click.
    if (shape === this.#shape) return;
    this.#shape = shape;
    const focused = focusedIn(this.#details);
    this.#details.replaceChildren(
      field(t('every'), element('div', { class: 'moment' }, this.#every, this.#unit)),
      ...(kind === 'weekly' ? [field(t('onDays'), this.#days)] : []),
      ...(kind === 'monthly' || kind === 'yearly'
        ? [field(t('onDays'), element('div', {}, this.#monthly))]
        : []),
      ...(skipped ? [element('p', { class: 'hint', text: skipped })] : []),
      field(
        t('endsLabel'),
        element(
          'div',
          { class: 'moment' },
          this.#ends,
          ...(ends === 'until' ? [this.#until] : []),
          ...(ends === 'count' ? [this.#count, t('times')] : []),
        ),
      ),
    );
    focused?.focus();
  }

  /** Shows the rule in words, and its next dates. */
  #explain() {
    const { rule } = this;
    this.#words.hidden = rule === '';
    if (rule === '') return;
    const said = this.#ruleTimes(rule, this.#start, nextMax + 1);
    const own = this.#start.slice(0, 10);
    const days =
      this.#next ??
      (said?.times ?? []).map(
        (time) => `${time.slice(0, 4)}-${time.slice(4, 6)}-${time.slice(6, 8)}`,
      );
    const dates = days
      .filter((day) => day !== own)
      .slice(0, nextMax)
      .map((day) => dateText(day, day.slice(0, 4) === own.slice(0, 4) ? 'short' : 'shortYear'))
      .join(' · ');
    this.#words.textContent = said
      ? `${capital(ruleSentence(said)).replace(/\.?$/, '.')}${dates ? `\n${t('nextTimes', { dates })}` : ''}`
      : rule;
  }

  /**
   * @param {string} kind @returns {string} A hint about dates that the rule skips; empty if it
   *   skips none.
   */
  #skipped(kind) {
    const day = Number(this.#start.slice(8, 10));
    if (kind === 'monthly' && this.#monthly.value === 'date' && day > 28)
      return t('skipsMonths', { n: day });
    return kind === 'yearly' &&
      this.#monthly.value === 'date' &&
      this.#start.slice(5, 10) === '02-29'
      ? t('skipsYears')
      : '';
  }

  /** @returns {string} The rule as text; empty for never. */
  get rule() {
    return this.ruleFrom(this.#start);
  }

  /**
   * @param {string} start Another start; a rule that depends on the start's day uses this one's.
   * @returns {string}
   */
  ruleFrom(start) {
    const kind = this.#kind.value;
    if (!this.#isTouched || kind === 'other') return this.#original;
    if (kind === 'never') return '';
    const chosen = this.#boxes()
      .filter((box) => box.checked)
      .map((box) => box.value);
    const isOwnDay = chosen.join() === String(weekday(this.#start.slice(0, 10)));
    const weekdays = isOwnDay ? [String(weekday(start.slice(0, 10)))] : chosen;
    return this.#ruleText({
      kind,
      interval: this.#every.value || '1',
      weekdays: kind === 'weekly' ? weekdays.join(',') : '',
      monthly: kind === 'monthly' || kind === 'yearly' ? this.#monthly.value : '',
      ends: this.#ends.value,
      until: this.#ends.value === 'until' ? this.#until.value : '',
      count: this.#ends.value === 'count' ? this.#count.value : '',
      start,
    });
  }
}
