import { openDialog } from '../../components/modal-dialog.js';
import { field, select } from '../../components/field.js';
import { addDays, timeOfWallMinutes, wallMinutes } from '../../lib/civil-date.js';
import { element } from '../../lib/dom.js';
import { dateText, timeText } from '../../lib/format.js';
import { t } from '../../lib/strings.js';

const dayMinutes = 1440;
const shownMax = 12;
/** A window that has begun already begins anew at a round minute. */
const stepMinutes = 15;
const clockText = (/** @type {number} */ minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

/** Looks for time that members of a group have in common; a window that is pressed becomes a proposal. */
export class FindTime {
  #model;
  #result = element('div', { class: 'found-times', 'aria-live': 'polite' });
  #length = select([['30', t('lengthMinutes', { n: 30 })], ['60', t('lengthMinutes', { n: 60 })], ['90', t('lengthMinutes', { n: 90 })], ['120', t('lengthMinutes', { n: 120 })]], '60');
  #weeks = select([['7', t('weeks', { n: 1 })], ['14', t('weeks', { n: 2 })], ['28', t('weeks', { n: 4 })]], '7');
  #from = element('input', { type: 'time', value: '08:00', 'aria-label': t('hoursFrom') });
  #to = element('input', { type: 'time', value: '20:00', 'aria-label': t('hoursTo') });
  /** @type {Map<string, HTMLInputElement>} */
  #people = new Map();
  #close = () => {};

  /** @param {FindTimeModel} model */
  constructor(model) {
    this.#model = model;
  }

  open() {
    const { group } = this.#model;
    const people = group.members.map(({ id, name, color }) => {
      const box = element('input', { type: 'checkbox' });
      box.checked = true;
      this.#people.set(id, box);
      return element('li', { 'data-color': color }, element('label', {}, box, element('span', { class: 'calendar-name', dir: 'auto', text: name })));
    });
    const form = element('form', { class: 'event-form', onchange: () => this.#show(), onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      element('ul', { class: 'calendars who' }, ...people),
      field(t('length'), this.#length), field(t('within'), this.#weeks), field(t('hours'), this.#from, this.#to), this.#result);
    const end = new AbortController();
    this.#model.changes.addEventListener('change', () => this.#show(), { signal: end.signal });
    // Somebody's hours, or their zone, may be others now.
    this.#model.changes.addEventListener('calendars', () => void this.#model.learn().then(() => this.#show()), { signal: end.signal });
    ({ close: this.#close } = openDialog({ title: t('findTimeIn', { group: group.name }), kind: 'sheet', body: [form], closed: () => end.abort() }));
    this.#show();
  }

  /** @returns {FreeTimeQuery} */
  get #query() {
    const { group, today } = this.#model;
    const minutes = (/** @type {HTMLInputElement} */ input, /** @type {number} */ usual) => {
      const [hour, minute] = input.value.split(':').map(Number);
      return hour === undefined || minute === undefined || Number.isNaN(hour + minute) ? usual : hour * 60 + minute;
    };
    const to = minutes(this.#to, dayMinutes);
    return {
      days: Array.from({ length: Number(this.#weeks.value) }, (_, index) => addDays(today, index)),
      from: minutes(this.#from, 0), to: to === 0 ? dayMinutes : to, minutes: Number(this.#length.value),
      members: group.members.filter(({ id }) => this.#people.get(id)?.checked),
    };
  }

  #show() {
    const query = this.#query;
    /** @type {FreeTime | null} */
    let found = null;
    try {
      if (query.members.length > 0) found = this.#model.freeTime(query);
    } catch {
      // Hours that end before they begin hold no time.
    }
    const windows = (found?.windows ?? []).flatMap((window) => this.#fromNow(window, query.minutes)).slice(0, shownMax);
    if (windows.length === 0) return this.#result.replaceChildren(element('p', { class: 'dialog-text', text: t('noCommonTime') }));
    this.#result.replaceChildren(element('ol', { class: 'windows' }, ...windows.map((window) => this.#window(window, query.minutes))), this.#strips(found?.strips ?? [], query));
  }

  /** @param {FreeWindow} window @param {number} minutes @returns {FreeWindow[]} What of it is still to come, when that is long enough. */
  #fromNow(window, minutes) {
    const { now } = this.#model;
    if (window.start >= now) return [window];
    const start = timeOfWallMinutes(Math.ceil(wallMinutes(now) / stepMinutes) * stepMinutes);
    return wallMinutes(window.end) - wallMinutes(start) >= minutes ? [{ ...window, start }] : [];
  }

  /** @param {FreeWindow} window @param {number} minutes */
  #window({ start, end, missing }, minutes) {
    const names = missing.map((id) => this.#model.group.members.find((member) => member.id === id)?.name ?? '');
    const who = names.length === 0 ? t('everybody') : t('allBut', { names: names.join(', ') });
    const last = end.slice(0, 10) === start.slice(0, 10) ? timeText(end) : t('midnight');
    return element('li', { class: `found-window missing-${missing.length}` }, element('button', {
      type: 'button', onclick: () => {
        this.#close();
        this.#model.propose(start, minutes);
      },
    }, element('strong', { text: `${dateText(start.slice(0, 10), 'full')}, ${t('fromTo', { start: timeText(start), end: last })}` }), element('small', { text: who })));
  }

  /**
   * The same as a picture: a line a day, and on it what is free together.
   *
   * @param {FreeTime['strips']} strips @param {FreeTimeQuery} query
   */
  #strips(strips, { days, from, to }) {
    const rows = days.map((date) => {
      const line = element('div', { class: 'strip-line' }, ...strips.filter((strip) => strip.date === date).map((strip) => {
        const piece = element('i', { class: `common-time missing-${strip.missing}` });
        piece.style.setProperty('--from', String((strip.from - from) / (to - from)));
        piece.style.setProperty('--to', String((strip.to - from) / (to - from)));
        return piece;
      }));
      return element('div', { class: 'strip-row' }, element('span', { text: dateText(date, 'short') }), line);
    });
    return element('div', { class: 'strips', 'aria-hidden': 'true', 'data-from': clockText(from) }, ...rows);
  }
}
