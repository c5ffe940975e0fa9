import { sign } from '../../dom/card-icons.js';
import { element, tell } from '../../dom/element.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { firstDate } from '../../time/calendar-bounds.js';
import { timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';
import { withAllDay, withEnd, withStart } from '../../time/event-times.js';
import { movedBy } from '../../time/shifted-times.js';
import { DateField } from './date-field.js';
import { toggle } from './field.js';
import { MoveBar } from './move-bar.js';
import { TimeField } from './time-field.js';

/** The date and time fields for the start or the end of an event. */
class Moment {
  date;
  time;
  element;

  /**
   * @param {string} dateLabel
   * @param {string} timeLabel
   * @param {() => void} changed
   * @param {() => void} left
   */
  constructor(dateLabel, timeLabel, changed, left) {
    this.date = new DateField({ label: dateLabel, required: true });
    this.time = new TimeField({ label: timeLabel, required: true });
    this.date.addEventListener('time-read', (read) => {
      if (!this.time.hidden) this.time.pick(/** @type {CustomEvent} */ (read).detail);
    });
    this.element = element(
      'div',
      { class: 'moment', onchange: changed, onfocusout: left },
      this.date,
      this.time,
    );
  }

  /**
   * Writes only what differs, so that typing isn't disturbed, and leaves text that can't be read.
   *
   * @param {string} moment
   */
  show(moment) {
    if (!this.date.isUnreadable && !this.time.isUnreadable) {
      if (this.date.value !== moment.slice(0, 10)) this.date.value = moment.slice(0, 10);
      if (this.time.value !== moment.slice(11, 16)) this.time.value = moment.slice(11, 16);
    }
    this.time.hidden = this.time.disabled = moment.length === 10;
  }

  /** The date, or date and time, typed so far; empty while incomplete. */
  get typed() {
    if (this.date.value < firstDate || (!this.time.hidden && this.time.value === '')) return '';
    return this.time.hidden ? this.date.value : `${this.date.value}T${this.time.value}:00`;
  }
}

/**
 * The fields for all-day, start and end, which never end before they start. Fires `start-changed`.
 */
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
  // While a date is being typed it may be too early for a moment, so only a finished end is
  // corrected.
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
   * Whether an end was corrected since the last press or key began. That press takes the focus away
   * from the end, and may be on Save.
   */
  #isUnseen = false;
  element;

  /**
   * @param {Times} times
   * @param {number} hour The hour at which an all-day event starts when it's given times.
   * @param {number} lengthMinutes How long it lasts on its last day after that.
   * @param {boolean} isKnown Whether the event exists already, and can be moved.
   */
  constructor(times, hour, lengthMinutes, isKnown) {
    this.#times = times;
    this.element = element(
      'div',
      { class: 'times' },
      element('span', { class: 'row-sign', title: t('whenField') }, sign('clock')),
      toggle(t('allDay'), times.allDay, (allDay) =>
        this.#set(withAllDay(this.#times, allDay, hour, lengthMinutes)),
      ),
      this.#start.element,
      this.#end.element,
      this.#note,
      isKnown && this.#bar.element,
    );
    this.#end.date.append(
      element('span', { class: 'same-day', 'aria-hidden': 'true', text: t('sameDay') }),
    );
    this.#end.time.addEventListener('length-picked', (picked) => {
      const { allDay, start } = this.#times;
      const minutes = /** @type {CustomEvent} */ (picked).detail;
      this.#set({ allDay, start, end: timeOfWallMinutes(wallMinutes(start) + minutes) });
    });
    this.#show();
  }

  /**
   * @returns {boolean} Whether an end before the start was corrected just now, so that the user
   *   should see it before saving.
   */
  correctsEnd() {
    this.#finish();
    const isUnseen = this.#isUnseen;
    this.#isUnseen = false;
    return isUnseen;
  }

  /** Another press or key has begun, so the user could see an earlier correction. */
  correctionSeen() {
    this.#isUnseen = false;
  }

  /**
   * The last complete times. Unlike `times`, reading them doesn't correct an end that is still
   * being typed.
   */
  get complete() {
    return this.#times;
  }

  get times() {
    this.#finish();
    return this.#times;
  }

  /** @param {Times} times The times to show instead of the typed ones. */
  take(times) {
    this.#set(times);
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
    this.#end.date.min = this.#times.start.slice(0, 10);
    const { allDay, start, end } = this.#times;
    // The day isn't said twice, but in the field while the user is in it.
    this.#end.date.classList.toggle('known', end.slice(0, 10) === start.slice(0, 10));
    const isLong = allDay || wallMinutes(end) - wallMinutes(start) >= 1440;
    this.#end.time.from = isLong ? '' : start.slice(11, 16);
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
