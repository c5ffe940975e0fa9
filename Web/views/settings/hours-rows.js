import { choiceField } from '../../components/form/choice-field.js';
import { field, toggle } from '../../components/form/field.js';
import { element } from '../../dom/element.js';
import { clockText, weekdayText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';

/** Working hours are chosen in quarters of an hour. */
const quarter = 0.25;
/** The value of a day off among the hours at which work starts. */
const off = 'off';

/**
 * The usual working hours, and those of each weekday if they differ.
 *
 * @param {Settings} settings @returns {HTMLElement[]}
 */
export function hoursRows(settings) {
  const days = element('div', { class: 'weekday-hours' });
  const show = () => {
    const weekdays = Array.from({ length: 7 }, (_, index) => settings.firstWeekday + index);
    days.replaceChildren(...weekdays.map((day) => weekdayRow(settings, ((day - 1) % 7) + 1)));
  };
  const differ = toggle(t('weekdayHours'), isByWeekday(settings), (isOn) => {
    if (isOn) return show();
    days.replaceChildren();
    settings.change({ weekdayHours: {} });
  });
  const usual = spanFields(t('workHours'), settings.values.workHours, (workHours) => {
    if (!workHours) return;
    settings.change({ workHours });
    if (differ.input.checked) show();
  });
  if (differ.input.checked) show();
  return [field(t('workHours'), usual), differ, days];
}

/** @param {Settings} settings */
const isByWeekday = ({ values }) => Object.keys(values.weekdayHours).length > 0;

/** @param {Settings} settings @param {number} weekday 1 (Monday) to 7. */
function weekdayRow(settings, weekday) {
  const name = weekdayText(weekday, 'weekdayLong');
  const bar = element('span', { class: 'work-bar', 'aria-hidden': 'true' });
  const draw = (/** @type {[number, number] | null} */ hours) => {
    const [from = 0, to = 0] = hours ?? [];
    bar.style.setProperty('--from', String(from));
    bar.style.setProperty('--to', String(to));
  };
  const hours = settings.hoursOn(weekday);
  const fields = spanFields(
    name,
    hours,
    (chosen) => {
      draw(chosen);
      const { weekdayHours } = settings.values;
      settings.change({ weekdayHours: { ...weekdayHours, [weekday]: chosen } });
    },
    settings.values.workHours,
  );
  draw(hours);
  const row = field(name, fields);
  row.querySelector('.label')?.after(bar);
  return row;
}

/**
 * Two choices: when work starts, and when it ends.
 *
 * @param {string} name What they're about.
 * @param {[number, number] | null} hours
 * @param {(hours: [number, number] | null) => void} chosen
 * @param {[number, number]} [usual] Makes a day off possible: the hours of a day that is no longer
 *   one.
 */
function spanFields(name, hours, chosen, usual) {
  const isUsual = !usual;
  const [from, to] = hours ?? usual ?? [0, 24];
  const labelled = (/** @type {Message} */ label) => (isUsual ? t(label) : `${name}: ${t(label)}`);
  const start = choiceField(
    [...(usual ? [/** @type {[string, string]} */ ([off, t('dayOff')])] : []), ...clockTimes(0)],
    hours ? String(from) : off,
    { 'aria-label': labelled('workFrom'), onchange: () => take(true) },
  );
  const end = choiceField(clockTimes(quarter), String(to), {
    'aria-label': labelled('workTo'),
    onchange: () => take(false),
  });
  end.hidden = !hours;
  const take = (/** @type {boolean} */ isStart) => {
    const isOff = start.value === off;
    end.hidden = isOff;
    if (isOff) return chosen(null);
    let [first, last] = [Number(start.value), Number(end.value)];
    if (isStart) last = Math.max(last, first + quarter);
    else first = Math.min(first, last - quarter);
    start.value = String(first);
    end.value = String(last);
    chosen([first, last]);
  };
  return element(
    'div',
    { class: 'moment', role: 'group', 'aria-label': isUsual ? t('workHours') : name },
    start,
    end,
  );
}

/** @param {number} first In hours. @returns {[string, string][]} A day of quarters from there. */
const clockTimes = (first) =>
  Array.from({ length: 24 / quarter }, (_, index) => {
    const hour = first + index * quarter;
    return [String(hour), clockText((hour % 24) * 3600)];
  });
