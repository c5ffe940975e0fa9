import { field, select, toggle } from '../../components/form/field.js';
import { TimeField } from '../../components/form/time-field.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element, redrawKeepingFocus } from '../../dom/element.js';
import { dateText, daysText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { withoutWorkingHours } from '../../state/free-time.js';
import { addDays, timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';

const dayMinutes = 1440;
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
  #result = element('div', { class: 'found-times', 'aria-live': 'polite' });
  #length = select(
    lengths.map((n) => [
      String(n),
      n < 180 ? t('lengthMinutes', { n }) : t('lengthHours', { n: n / 60 }),
    ]),
    '60',
  );
  #weeks = select(
    [
      ['7', t('weeks', { n: 1 })],
      ['14', t('weeks', { n: 2 })],
      ['28', t('weeks', { n: 4 })],
    ],
    '7',
  );
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
    const [from, to] = model.hours ?? [8 * 60, 20 * 60];
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
        class: 'event-form',
        onchange: () => this.#chosen(),
        onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
      },
      element('ul', { class: 'calendars who' }, ...people),
      field(t('length'), this.#length),
      field(t('within'), this.#weeks),
      field(t('hours'), this.#from, this.#to),
      this.#atWork,
      this.#result,
    );
    const end = new AbortController();
    // Somebody's working hours or zone may have changed. The old result stays until the zone is
    // loaded.
    const again = () =>
      void this.#model.learn().then(
        () => this.#show(),
        () => {},
      );
    for (const name of ['change', 'calendars'])
      this.#model.changes.addEventListener(name, again, { signal: end.signal });
    ({ close: this.#close } = openDialog({
      title: t('findTimeIn', { group: group.name }),
      kind: 'sheet',
      body: [form],
      closed: () => end.abort(),
    }));
    this.#show();
  }

  /** Searches again after a change in the form, and saves the hours for the group. */
  #chosen() {
    const { from, to } = this.#query;
    this.#model.keepHours(this.#atWork.input.checked ? null : [from, to]);
    this.#shown = shownStep;
    this.#show();
  }

  /** @returns {FreeTimeQuery} */
  get #query() {
    const { group, today } = this.#model;
    const minutes = (/** @type {TimeField} */ input, /** @type {number} */ usual) => {
      const [hour, minute] = input.value.split(':').map(Number);
      return hour === undefined || minute === undefined || Number.isNaN(hour + minute)
        ? usual
        : hour * 60 + minute;
    };
    const to = minutes(this.#to, dayMinutes);
    const isOut = (/** @type {string} */ date) =>
      this.#atWork.input.checked && this.#model.isWeekend(date);
    return {
      days: Array.from({ length: Number(this.#weeks.value) }, (_, index) =>
        addDays(today, index),
      ).filter((date) => !isOut(date)),
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
      // The core throws if the hours end before they start: nothing is found.
    }
    const { me } = this.#model;
    const windows = (found?.windows ?? [])
      .flatMap((window) => this.#fromNow(window, query.minutes))
      // Who looks for a time wants to come, too.
      .sort((a, b) => Number(a.missing.includes(me)) - Number(b.missing.includes(me)));
    if (windows.length === 0) {
      const hint = this.#atWork.input.checked ? ` ${t('lookOutsideWork')}` : '';
      return redrawKeepingFocus(
        this.#result,
        element('p', { class: 'dialog-text', text: t('noCommonTime') + hint }),
      );
    }
    const rest = windows.length - this.#shown;
    redrawKeepingFocus(
      this.#result,
      found?.cut ? element('p', { class: 'dialog-text', text: t('freeTimeCut') }) : '',
      windows.some(({ missing }) => missing.length === 0)
        ? ''
        : element('p', { class: 'dialog-text', text: t('nobodyFits') }),
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
      this.#strips(found?.strips ?? [], query),
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

  /** @param {FreeWindow} window @param {number} minutes */
  #window({ start, end, missing }, minutes) {
    const { me, group, today } = this.#model;
    const names = missing.map((id) =>
      id === me ? t('youToo') : (group.members.find((member) => member.id === id)?.name ?? ''),
    );
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
   * The same as a picture: a line per day with the common times on it.
   *
   * @param {FreeTime['strips']} strips @param {FreeTimeQuery} query
   */
  #strips(strips, { days, from, to }) {
    const rows = days.map((date) => {
      const line = element(
        'div',
        { class: 'strip-line' },
        ...strips
          .filter((strip) => strip.date === date)
          .map((strip) => {
            const piece = element('i', { class: `common-time missing-${strip.missing}` });
            piece.style.setProperty('--from', String((strip.from - from) / (to - from)));
            piece.style.setProperty('--to', String((strip.to - from) / (to - from)));
            return piece;
          }),
      );
      return element(
        'div',
        { class: 'strip-row' },
        element('span', { text: dateText(date, 'short') }),
        line,
      );
    });
    return element(
      'div',
      { class: 'strips', 'aria-hidden': 'true', 'data-from': clockText(from) },
      ...rows,
    );
  }
}
