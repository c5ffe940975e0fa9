import { element, focusedIn } from '../../dom/element.js';
import { dateText, weekdayText } from '../../i18n/format.js';
import { capital, ruleSentence } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { weekday } from '../../time/civil-date.js';
import { lastOfTen, monthlyChoices } from '../../time/monthly-choices.js';
import { choiceField } from './choice-field.js';
import { DateField } from './date-field.js';
import { fieldRow } from './field-row.js';
import { repeatPresets } from './repeat-presets.js';

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
  /** The ways to repeat as people say them, with "never" before them and "custom" after them. */
  #kind;
  #isCustom = false;
  #every = element('input', {
    type: 'number',
    min: 1,
    max: 999,
    value: '1',
    'aria-label': t('every'),
  });
  #unit;
  #days;
  #monthly = choiceField([], '', { 'aria-label': t('whichDay') });
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
  /** Whether the original rule is one for which there are no fields. */
  #hasOther;
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
    this.#hasOther = !repeat && original !== '';
    this.#kind = choiceField([], this.#hasOther ? 'other' : 'never');
    this.#unit = choiceField([], repeat?.kind ?? 'weekly', { 'aria-label': t('unit') });
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
    this.#ends = choiceField(
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
    if (repeat) {
      this.#showMonthly(this.#given);
      this.#isCustom = this.#preset === undefined;
      this.#kind.value = this.#preset?.name ?? 'custom';
    }
    this.element.append(fieldRow('repeat', t('repeat'), this.#kind), this.#details, this.#words);
    this.element.addEventListener('change', ({ target }) => {
      this.#isTouched = true;
      if (target === this.#kind) this.#take(this.#kind.value);
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
    if (before !== after && this.#weekdays.join() === String(before)) this.#weekdays = [after];
    this.#show();
  }

  /** @param {string} name What was chosen, whose rule the other fields get. */
  #take(name) {
    this.#isCustom = name === 'custom';
    const preset = this.#presets.find((each) => each.name === name);
    if (!preset) return;
    this.#unit.value = preset.kind;
    this.#every.value = '1';
    if (preset.weekdays.length > 0) this.#weekdays = preset.weekdays;
    if (preset.monthly) this.#showMonthly(preset.monthly);
  }

  get #presets() {
    return repeatPresets(this.#start, this.#weekdays);
  }

  /** The way to repeat that the fields stand for, if people have a name for it. */
  get #preset() {
    const { value: kind } = this.#unit;
    if (this.#every.value !== '1') return undefined;
    return this.#presets.find(
      (preset) =>
        preset.kind === kind &&
        (kind !== 'weekly' || preset.weekdays.join() === this.#weekdays.join()) &&
        (!['monthly', 'yearly'].includes(kind) || preset.monthly === this.#monthly.value),
    );
  }

  /** The kind of the rule, or why there's none. */
  get #frequency() {
    const { value } = this.#kind;
    return value === 'never' || value === 'other' ? value : this.#unit.value;
  }

  get #weekdays() {
    return this.#boxes()
      .filter((box) => box.checked)
      .map((box) => Number(box.value))
      .sort();
  }

  set #weekdays(days) {
    for (const box of this.#boxes()) box.checked = days.includes(Number(box.value));
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
    const month = this.#unit.value === 'yearly' ? dateText(this.#start, 'monthLong') : '';
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
    this.#monthly.options = choices;
    this.#monthly.value = choices.some(([key]) => key === value) ? value : 'date';
  }

  #show() {
    const kind = this.#frequency;
    const every = Number(this.#every.value) || 1;
    this.#unit.options = Object.entries(units).map(([each, name]) => [each, t(name, { n: every })]);
    this.#showMonthly(this.#monthly.value || this.#given);
    this.#showKinds();
    // A last date that the user didn't choose follows the rule.
    if (!this.#isUntilChosen) this.#until.value = lastOfTen(this.#start.slice(0, 10), kind, every);
    this.#showDetails(kind, this.#ends.value, this.#skipped(kind));
    this.#explain();
  }

  /** @returns {Choice[]} The original rule if there are no fields for it, which stays as it is. */
  get #other() {
    return this.#hasOther ? [['other', this.#sentence(this.#original)]] : [];
  }

  /** @param {string} rule @returns {string} "Every week on Monday". */
  #sentence(rule) {
    const said = this.#ruleTimes(rule, this.#start, 0);
    return said ? capital(ruleSentence(said)) : rule;
  }

  /** Offers what depends on the day of the start, in the words of the rules. */
  #showKinds() {
    const presets = this.#presets.map(({ name, kind, weekdays, monthly }) => {
      const rule = this.#ruleText({
        kind,
        interval: '1',
        weekdays: weekdays.join(','),
        monthly,
        ends: 'never',
        until: '',
        count: '',
        start: this.#start,
      });
      return /** @type {Choice} */ ([name, this.#sentence(rule)]);
    });
    this.#kind.options = [
      ['never', t('never')],
      ...presets,
      ['custom', t('customRepeat')],
      ...this.#other,
    ];
    const isRule = !['never', 'other'].includes(this.#kind.value);
    if (isRule) this.#kind.value = (this.#isCustom ? undefined : this.#preset?.name) ?? 'custom';
    this.#isCustom = this.#kind.value === 'custom';
  }

  /** @param {string} kind @param {string} ends @param {string} skipped */
  #showDetails(kind, ends, skipped) {
    const isRule = kind !== 'never' && kind !== 'other';
    const shape = [isRule && kind, this.#isCustom, ends, skipped].join('\n');
    // Don't insert the fields again unless they differ: a press on one of them would lose its
    // click.
    if (shape === this.#shape) return;
    this.#shape = shape;
    const focused = focusedIn(this.#details);
    const line = (/** @type {(Node | string)[]} */ ...parts) =>
      element('div', { class: 'row bare' }, element('div', { class: 'row-control' }, ...parts));
    const every = element('span', { 'aria-hidden': 'true', text: t('every') });
    const custom = [
      line(every, this.#every, this.#unit),
      ...(kind === 'weekly' ? [line(this.#days)] : []),
      ...(kind === 'monthly' || kind === 'yearly' ? [line(this.#monthly)] : []),
    ];
    const rows = [
      ...(this.#isCustom ? custom : []),
      ...(skipped ? [element('p', { class: 'hint', text: skipped })] : []),
      line(
        this.#ends,
        ...(ends === 'until' ? [this.#until] : []),
        ...(ends === 'count' ? [this.#count, t('times')] : []),
      ),
    ];
    this.#details.replaceChildren(...(isRule ? rows : []));
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
    // What the field above says already isn't repeated.
    const isSaid = !this.#isCustom && this.#ends.value === 'never';
    const sentence = said ? capital(ruleSentence(said)).replace(/\.?$/, '.') : rule;
    const nexts = dates ? t('nextTimes', { dates }) : '';
    this.#words.textContent = [isSaid ? '' : sentence, nexts].filter(Boolean).join('\n');
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
    const kind = this.#frequency;
    if (!this.#isTouched || kind === 'other') return this.#original;
    if (kind === 'never') return '';
    const chosen = this.#weekdays;
    const isOwnDay = chosen.join() === String(weekday(this.#start.slice(0, 10)));
    const weekdays = isOwnDay ? [weekday(start.slice(0, 10))] : chosen;
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
