import { element, tell } from '../dom/element.js';
import {
  isOthers,
  proposedClass,
  showOwner,
  spokenTitle,
  titleOf,
} from '../i18n/calendar-owners.js';
import { dateText, spanText, timeText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { ownTimeText } from '../i18n/zone-names.js';
import { dayNumber } from '../time/civil-date.js';

/**
 * An occurrence in the list of a day; the button is reused for other occurrences. Fires
 * `event-open`. It has few elements, because there may be many buttons.
 */
export class OccurrenceButton {
  element = element('button', {
    type: 'button',
    onclick: () =>
      tell(this.element, 'event-open', {
        key: this.element.dataset['key'],
        at: this.element.getBoundingClientRect(),
      }),
  });
  #time = element('span', { class: 'occurrence-time' });
  #title = element('strong', { dir: 'auto' });
  #rest = element('small', { dir: 'auto' });

  constructor() {
    this.element.append(this.#time, this.#title, this.#rest);
  }

  /**
   * @param {ListedOccurrence} event @param {string} date The day it is listed under.
   * @param {boolean} [isLine] Whether everything is on one line.
   * @param {boolean} [isRestLine] Whether what is below the title is on one line.
   */
  show(event, date, isLine = false, isRestLine = isLine) {
    const span = spanText(event, date);
    const zone = ownTimeText(event);
    // The name of somebody else's calendar is theirs, which screen readers have already read with
    // the title.
    const calendar = isOthers(event.calendar) ? '' : event.calendarName;
    const where = [event.calendarName, event.location].filter(Boolean).join(' · ');
    this.#mark(event, [event.allDay && t('allDay'), span], [calendar, event.location]);
    const word = t(isLine ? 'allDay' : 'allDayList');
    this.#time.textContent = times(event, word).join(isLine ? ' – ' : '\n');
    this.#title.textContent = titleOf(event);
    showOwner(this.#title, event.calendar);
    this.#rest.textContent = [event.allDay && span, where, zone]
      .filter(Boolean)
      .join(isRestLine ? ' · ' : '\n');
  }

  /**
   * Shows an occurrence in a list of a longer time than a day: with its days instead of its hours.
   *
   * @param {Occurrence} event
   */
  showDays(event) {
    const days = [...new Set([event.start.slice(0, 10), event.lastDate])].map((date) =>
      dateText(date, 'short'),
    );
    const count = dayNumber(event.lastDate) - dayNumber(event.start.slice(0, 10)) + 1;
    const length = count > 1 ? t('stayLength', { n: count }) : '';
    this.#mark(event, [days.join(' – '), length], [event.location]);
    this.#time.textContent = days.join('\n');
    this.#title.textContent = titleOf(event);
    showOwner(this.#title, event.calendar);
    this.#rest.textContent = [length, event.location].filter(Boolean).join(' · ');
  }

  /**
   * Marks the button with what the occurrence is, and names it for screen readers.
   *
   * @param {Occurrence} event
   * @param {(string | false)[]} when @param {(string | false)[]} where
   */
  #mark(event, when, where) {
    const states = [
      event.status === 'tentative' && t('tentative'),
      event.status === 'cancelled' && t('cancelled'),
      event.repeats && t('repeats'),
    ];
    this.element.className = `occurrence ${event.past ? 'past' : ''} ${event.status}${proposedClass(event)}`;
    this.element.ariaLabel = [spokenTitle(event), ...when, ...states, ...where]
      .filter(Boolean)
      .join(', ');
    Object.assign(this.element.dataset, {
      uid: event.uid,
      start: event.start,
      key: event.key,
      color: event.color,
    });
  }
}

/**
 * @param {ListedOccurrence} event
 * @param {string} wholeDay What stands for the times of an event that takes the whole day.
 * @returns The start and the end, with dots where the event continues beyond the day. An end at
 *   midnight doesn't continue.
 */
function times(event, wholeDay) {
  if (event.allDay) return [wholeDay];
  if (event.continuesBefore)
    return [
      event.continuesAfter
        ? wholeDay
        : t('untilTime', { time: timeText(event.end).replaceAll(' ', '\u00a0') }),
    ];
  const start = timeText(event.start);
  const end = event.continuesAfter ? '…' : timeText(event.end);
  return event.end === event.start ? [start] : [start, end];
}
