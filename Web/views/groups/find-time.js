import { choiceField } from '../../components/form/choice-field.js';
import { DateField } from '../../components/form/date-field.js';
import { toggle } from '../../components/form/field.js';
import { fieldRow } from '../../components/form/field-row.js';
import { TimeField } from '../../components/form/time-field.js';
import { openSideCard } from '../../components/side-card.js';
import { element, redrawKeepingFocus } from '../../dom/element.js';
import { dateText, daysText, timeText } from '../../i18n/format.js';
import { lengthText } from '../../i18n/length-text.js';
import { t } from '../../i18n/strings.js';
import { isFreeTimeUnsure, wakingHours, withoutWorkingHours } from '../../state/free-time.js';
import { addDays, timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';

const dayMinutes = 1440;
/** The search begins today if the day in view is within the week that it covers. */
const nearDays = 6;
/** How many windows show at first, and how many each "more" adds. */
const shownStep = 12;
/** The lengths on offer, in minutes. */
const lengths = [30, 60, 90, 120, 180, 240, 480];
/** A window that has started already is cut to the next multiple of this. */
const stepMinutes = 15;
/** The value for a time field, in which the end of the day is 00:00. */
const fieldText = (/** @type {number} */ minutes) => clockText(minutes % dayMinutes).slice(0, 5);
const clockText = (/** @type {number} */ minutes) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

/**
 * Finds times at which members of a group are free. Pressing one opens a proposal for it.
 */
export class FindTime {
  #model;
  #kept;
  #result = element('div', { class: 'found-times', 'aria-live': 'polite' });
  #length = choiceField(
    lengths.map((minutes) => [String(minutes), lengthText(minutes)]),
    '60',
  );
  #weeks = choiceField(
    [
      ['7', t('weeks', { n: 1 })],
      ['14', t('weeks', { n: 2 })],
      ['28', t('weeks', { n: 4 })],
    ],
    '7',
  );
  #first;
  #from;
  #to;
  #atWork;
  #shown = shownStep;
  /** @type {Map<string, HTMLInputElement>} */
  #people = new Map();
  #close = () => {};

  /** @param {FindTimeModel} model */
  constructor(model) {
    this.#model = model;
    this.#kept = model.hours;
    const [from, to] = model.hours ?? wakingHours;
    this.#first = new DateField({ label: t('searchFrom'), min: model.today, required: true });
    this.#first.value = model.date > addDays(model.today, nearDays) ? model.date : model.today;
    this.#from = new TimeField({ label: t('hoursFrom'), value: fieldText(from) });
    this.#to = new TimeField({ label: t('hoursTo'), value: fieldText(to) });
    this.#atWork = toggle(t('withinWork'), model.hours === null);
  }

  open() {
    const { group } = this.#model;
    const people = group.members.map(({ id, name, color }) => {
      const box = element('input', { type: 'checkbox' });
      box.checked = true;
      this.#people.set(id, box);
      return element(
        'li',
        { 'data-color': color },
        element(
          'label',
          {},
          box,
          element('span', { class: 'calendar-name', dir: 'auto', text: name }),
        ),
      );
    });
    const form = element(
      'form',
      {
        class: 'event-form rows',
        novalidate: true,
        onchange: () => this.#chosen(),
        onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
      },
      fieldRow(
        'person',
        t('whoTakesPart'),
        element('ul', { class: 'calendars who', 'aria-label': t('whoTakesPart') }, ...people),
      ),
      fieldRow('clock', t('length'), this.#length),
      fieldRow('calendar', t('searchFrom'), this.#first, this.#weeks),
      fieldRow('day', t('hours'), this.#from, element('span', { text: '–' }), this.#to),
      fieldRow('work', t('withinWork'), this.#atWork),
      this.#result,
    );
    // A member's working hours or zone may have changed. The old result stays until the zone is
    // loaded.
    const again = () =>
      void this.#model.learn().then(
        () => this.#show(),
        () => {},
      );
    this.#weeks.label = t('within');
    const { close, signal } = openSideCard({
      title: t('findTimeIn', { group: group.name }),
      body: [form],
    });
    this.#close = close;
    for (const name of ['change', 'calendars', 'overfull'])
      this.#model.changes.addEventListener(name, again, { signal });
    this.#length.focus();
    this.#show();
  }

  /** Searches again after a change in the form, and saves the hours for the group. */
  #chosen() {
    const { from, to } = this.#query;
    const hours = this.#atWork.input.checked ? null : /** @type {[number, number]} */ ([from, to]);
    if (String(hours) !== String(this.#kept)) this.#model.keepHours(hours);
    this.#kept = hours;
    this.#shown = shownStep;
    this.#show();
  }

  /** @returns {string[]} All days of the search, including those of the weekend. */
  get #days() {
    const { today } = this.#model;
    const first = this.#first.value > today ? this.#first.value : today;
    return Array.from({ length: Number(this.#weeks.value) }, (_, index) => addDays(first, index));
  }

  /** @param {string} date @returns {boolean} Whether the date is left out because it's on the user's weekend. */
  #isOut(date) {
    return this.#atWork.input.checked && this.#model.isWeekend(date);
  }

  /** @returns {FreeTimeQuery} */
  get #query() {
    const { group } = this.#model;
    const minutes = (/** @type {TimeField} */ input, /** @type {number} */ usual) => {
      const [hour, minute] = input.value.split(':').map(Number);
      return hour === undefined || minute === undefined || Number.isNaN(hour + minute)
        ? usual
        : hour * 60 + minute;
    };
    const to = minutes(this.#to, dayMinutes);
    return {
      days: this.#days.filter((date) => !this.#isOut(date)),
      from: minutes(this.#from, 0),
      to: to === 0 ? dayMinutes : to,
      minutes: Number(this.#length.value),
      members: group.members
        .filter(({ id }) => this.#people.get(id)?.checked)
        .map((member) => (this.#atWork.input.checked ? member : withoutWorkingHours(member))),
    };
  }

  #show() {
    const query = this.#query;
    /** @type {FreeTime | null} */
    let found = null;
    try {
      if (query.members.length > 0) found = this.#model.freeTime(query);
    } catch {
      // The core throws if the hours end before they start; nothing is found then.
    }
    const { me } = this.#model;
    const windows = (found?.windows ?? [])
      .flatMap((window) => this.#fromNow(window, query.minutes))
      // The user who searches wants to take part, too.
      .sort((a, b) => Number(a.missing.includes(me)) - Number(b.missing.includes(me)));
    if (windows.length === 0) {
      const hint = this.#atWork.input.checked ? ` ${t('lookOutsideWork')}` : '';
      return redrawKeepingFocus(
        this.#result,
        element('p', { class: 'hint', text: t('noCommonTime') + hint }),
        this.#strips([], query, []),
      );
    }
    const hints = [
      found?.cut && t('freeTimeCut'),
      isFreeTimeUnsure(this.#model.overfull, this.#model.group, query.members) &&
        t('freeTimeOverfull'),
      windows.every(({ missing }) => missing.length > 0) && t('nobodyFits'),
    ].filter((hint) => typeof hint === 'string');
    const rest = windows.length - this.#shown;
    redrawKeepingFocus(
      this.#result,
      ...hints.map((text) => element('p', { class: 'hint', text })),
      element(
        'ol',
        { class: 'windows' },
        ...windows.slice(0, this.#shown).map((window) => this.#window(window, query.minutes)),
      ),
      rest > 0
        ? element('button', {
            type: 'button',
            class: 'quiet',
            'data-for': 'more',
            text: t('moreTimes'),
            onclick: () => {
              this.#shown += shownStep;
              this.#show();
            },
          })
        : '',
      this.#strips(found?.strips ?? [], query, windows),
    );
  }

  /**
   * @param {FreeWindow} window
   * @param {number} minutes
   * @returns {FreeWindow[]} The part that's still to come, if it's long enough.
   */
  #fromNow(window, minutes) {
    const { now } = this.#model;
    if (window.start >= now) return [window];
    const start = timeOfWallMinutes(Math.ceil(wallMinutes(now) / stepMinutes) * stepMinutes);
    return wallMinutes(window.end) - wallMinutes(start) >= minutes ? [{ ...window, start }] : [];
  }

  /** @param {string} id @returns {string} */
  #nameOf(id) {
    return this.#model.group.members.find((member) => member.id === id)?.name ?? '';
  }

  /** @param {FreeWindow} window @param {number} minutes */
  #window({ start, end, missing }, minutes) {
    const { me, today } = this.#model;
    const names = missing.map((id) => (id === me ? t('youToo') : this.#nameOf(id)));
    const who = names.length === 0 ? t('everybody') : t('allBut', { names: names.join(', ') });
    const last = end.slice(0, 10) === start.slice(0, 10) ? timeText(end) : t('midnight');
    return element(
      'li',
      { class: `found-window missing-${missing.length}` },
      element(
        'button',
        {
          type: 'button',
          'data-for': start,
          onclick: () => {
            this.#close();
            this.#model.propose(start, minutes);
          },
        },
        element('strong', {
          text: `${daysText(start, start, today)}, ${t('fromTo', { start: timeText(start), end: last })}`,
        }),
        element('small', { text: who }),
      ),
    );
  }

  /**
   * The result as a picture: a line per day with its common times, or why it has none.
   *
   * @param {FreeTime['strips']} strips @param {FreeTimeQuery} query @param {FreeWindow[]} windows
   */
  #strips(strips, query, windows) {
    const found = new Set(windows.map(({ start }) => start.slice(0, 10)));
    const empty = this.#days.filter((date) => !found.has(date));
    const busy = this.#busyOn(
      query,
      empty.filter((date) => !this.#isOut(date)),
    );
    const rows = this.#days.map((date) =>
      found.has(date)
        ? element(
            'div',
            { class: 'strip-row', 'aria-hidden': 'true' },
            ...stripOf(date, strips, query),
          )
        : element(
            'div',
            { class: 'strip-row' },
            element('span', { text: dateText(date, 'short') }),
            element('span', { dir: 'auto', text: this.#whyNone(date, busy.get(date) ?? []) }),
          ),
    );
    return element('div', { class: 'strips', 'data-from': clockText(query.from) }, ...rows);
  }

  /** @param {string} date @param {string[]} busy The members who have no time on that day. */
  #whyNone(date, busy) {
    if (this.#isOut(date)) return t('notAWorkday');
    if (busy.length > 0) return t('busyThatDay', { names: busy.join(', ') });
    return date === this.#model.today ? t('overToday') : t('noCommonDay');
  }

  /**
   * @param {FreeTimeQuery} query @param {string[]} days
   * @returns {Map<string, string[]>} By day, the names of the members who have no time on it.
   */
  #busyOn(query, days) {
    /** @type {Map<string, string[]>} */
    const busy = new Map(days.map((date) => [date, []]));
    if (days.length === 0) return busy;
    for (const member of query.members) {
      /** @type {FreeTime | null} */
      let alone = null;
      try {
        alone = this.#model.freeTime({ ...query, days, members: [member] });
      } catch {
        // The hours end before they start.
      }
      const free = new Set(alone?.windows.map(({ start }) => start.slice(0, 10)));
      for (const [date, names] of busy)
        if (alone && !free.has(date)) names.push(this.#nameOf(member.id));
    }
    return busy;
  }
}

/**
 * @param {string} date @param {FreeTime['strips']} strips
 * @param {Pick<FreeTimeQuery, 'from' | 'to'>} hours
 */
function stripOf(date, strips, { from, to }) {
  const pieces = strips
    .filter((strip) => strip.date === date)
    .map((strip) => {
      const piece = element('i', { class: `common-time missing-${strip.missing}` });
      piece.style.setProperty('--from', String((strip.from - from) / (to - from)));
      piece.style.setProperty('--to', String((strip.to - from) / (to - from)));
      return piece;
    });
  return [
    element('span', { text: dateText(date, 'short') }),
    element('div', { class: 'strip-line' }, ...pieces),
  ];
}
