import { element, tell } from '../../dom/element.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { firstDate, lastDate } from '../../time/calendar-bounds.js';
import { withAllDay, withEnd, withStart } from '../../time/event-times.js';
import { movedBy } from '../../time/shifted-times.js';
import { field, toggle } from './field.js';
import { MoveBar } from './move-bar.js';

/** The date and the time of one end. */
class Moment {
  date;
  time = element('input', { type: 'time', required: true });
  element;

  /**
   * @param {string} dateLabel
   * @param {string} timeLabel
   * @param {() => void} changed
   * @param {() => void} left
   */
  constructor(dateLabel, timeLabel, changed, left) {
    this.date = element('input', {
      type: 'date',
      'aria-label': dateLabel,
      required: true,
      min: firstDate,
      max: lastDate,
    });
    this.time.ariaLabel = timeLabel;
    this.element = element(
      'div',
      { class: 'moment', onchange: changed, onfocusout: left },
      this.date,
      this.time,
    );
  }

  /** @param {string} moment Writing what is there already would disturb who is typing. */
  show(moment) {
    if (this.date.value !== moment.slice(0, 10)) this.date.value = moment.slice(0, 10);
    if (this.time.value !== moment.slice(11, 16)) this.time.value = moment.slice(11, 16);
    this.time.hidden = this.time.disabled = moment.length === 10;
  }

  /** What is typed; empty while it is no moment yet. */
  get typed() {
    if (this.date.value < firstDate || (!this.time.hidden && this.time.value === '')) return '';
    return this.time.hidden ? this.date.value : `${this.date.value}T${this.time.value}:00`;
  }
}

/** All-day, start and end: always a span that can be. Tells `start-changed`. */
export class TimeFields {
  #times;
  #start = new Moment(
    t('startDate'),
    t('startTime'),
    () => {
      if (this.#start.typed) this.#set(withStart(this.#times, this.#start.typed));
    },
    () => this.#show(),
  );
  // While a date is typed it is early for a moment: only a finished end is put right.
  #end = new Moment(
    t('endDate'),
    t('endTime'),
    () => {
      if (this.#end.typed >= this.#times.start) this.#finish();
    },
    () => this.#finish(),
  );
  #bar = new MoveBar((days, minutes) => {
    this.#set(movedBy(this.times, days, minutes));
    return this.#times;
  });
  #note = element('p', { class: 'hint', role: 'status' });
  /**
   * Whether an end was put right since the last press or key began: that press takes the focus out
   * of the end, and may be on Save.
   */
  #isUnseen = false;
  element;

  /**
   * @param {Times} times
   * @param {number} hour Where a timed event starts that was all day.
   * @param {number} lengthMinutes How long it is then.
   * @param {boolean} isKnown Whether it is moved rather than made.
   */
  constructor(times, hour, lengthMinutes, isKnown) {
    this.#times = times;
    this.element = element(
      'div',
      { class: 'times' },
      toggle(t('allDay'), times.allDay, (allDay) =>
        this.#set(withAllDay(this.#times, allDay, hour, lengthMinutes)),
      ),
      field(t('starts'), this.#start.element),
      field(t('ends'), this.#end.element),
      this.#note,
      isKnown && this.#bar.element,
    );
    this.#show();
  }

  /**
   * @returns {boolean} Whether an end before the start was put right just now: whoever saves is to
   *   see it first.
   */
  putsRight() {
    this.#finish();
    const isUnseen = this.#isUnseen;
    this.#isUnseen = false;
    return isUnseen;
  }

  /** Another press or key begins: what was put right before it could be seen. */
  wasSeen() {
    this.#isUnseen = false;
  }

  /**
   * The times as they were last complete: asking for them puts nothing right that is still being
   * typed.
   */
  get complete() {
    return this.#times;
  }

  get times() {
    this.#finish();
    return this.#times;
  }

  /** @param {Times} times */
  #set(times) {
    this.#times = times;
    this.#note.textContent = '';
    this.#show();
    tell(this.element, 'start-changed', times.start);
  }

  #show() {
    this.#start.show(this.#times.start);
    this.#end.show(this.#times.end);
    this.#end.date.min = this.#start.date.value;
    this.#bar.allDay = this.#times.allDay;
  }

  #finish() {
    const { typed } = this.#end;
    if (typed && typed !== this.#times.end) {
      const isEarly = typed < this.#times.start;
      this.#times = withEnd(this.#times, typed);
      this.#isUnseen = isEarly;
      const { allDay, end } = this.#times;
      this.#note.textContent = isEarly
        ? t('endMoved', {
            end: allDay ? dateText(end, 'short') : `${dateText(end, 'short')}, ${timeText(end)}`,
          })
        : '';
    }
    this.#show();
  }
}
