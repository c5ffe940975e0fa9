import {
  element,
  focusedIn,
  onResize,
  prefersReducedMotion,
  tell,
  textScale,
} from '../../dom/element.js';
import { isOthers } from '../../i18n/calendar-owners.js';
import { dateText, monthsText } from '../../i18n/format.js';
import { daysFitting } from '../../layout/column-fit.js';
import { clampHour, daysOf, openingMinute, pageStart, widths } from '../../layout/hour-strip.js';
import {
  addDays,
  dateOfDay,
  dayNumber,
  weekdayOfDay,
  withinBounds,
} from '../../time/civil-date.js';
import { AllDayLanes } from './all-day-lanes.js';
import { DayPool } from './day-pool.js';
import { FreeTimeStrip } from './free-time-strip.js';
import { HourGutter } from './hour-gutter.js';
import { timeUnder } from './timeline-clicks.js';
import { TimelineDrag } from './timeline-drag.js';
import { TimelineKeyboard } from './timeline-keyboard.js';
import { drawOutline } from './timeline-outlines.js';
import { TimelineScroll } from './timeline-scroll.js';
import { showSizes } from './timeline-sizes.js';
import { TimelineZoom } from './timeline-zoom.js';
import { WeekStrip } from './week-strip.js';
import { citiesOf } from './zone-button.js';

/**
 * The width of a day (at the usual text size) below which weekday names would run into each other.
 */
const tightPx = 38;
/**
 * The width below which the week stands above a single day. A wider page has a small month beside
 * it.
 */
const weekStripPx = 1000;
/** The height of the names of zones where no days are named. */
const zonesPx = 24;
/** How many days on either side of the visible ones are drawn at once while the strip scrolls. */
const nearDays = 2;

/** Days side by side with their hours: scrolls down through the day and sideways through days. */
export class TimelineView extends HTMLElement {
  #listeners = new AbortController();
  #gutter = new HourGutter();
  #lanes = new AllDayLanes(() => {
    this.#fitLanes();
    this.#keyboard.keepTabStop();
  });
  /** @type {DayPool} */
  #pool = new DayPool(() => this.#keyboard.restore());
  #head = element(
    'div',
    { class: 'hours-head' },
    this.#pool.names,
    this.#lanes.list,
    this.#lanes.counts,
  );
  #scroller = element(
    'div',
    { class: 'hours-scroller', role: 'group', 'aria-labelledby': 'month-title' },
    element(
      'div',
      { class: 'hours-sheet' },
      this.#lanes.corner,
      this.#head,
      this.#gutter.element,
      this.#pool.hours,
    ),
  );
  /** @type {TimelineScroll} */
  #scroll = new TimelineScroll(this.#scroller, {
    laidAround: () => {
      this.#show(true, true);
      this.#keyboard.keepTabStop();
      tell(this, 'view-title');
    },
    settled: () => {
      if (this.isConnected && !this.#drag.isHolding) this.#show(true);
    },
    turned: (days) => {
      this.#pool.speed.passed(days);
      this.#show(false);
      tell(this, 'view-title');
    },
    scrolled: () => this.#keepNames(),
    mayRest: () => !this.#drag.isHolding && this.geometry.widthPx > 0,
    rested: () => this.#rested(),
  });
  /** The state that the view shares with its parts. @type {TimelineParts} */
  #parts = {
    scroller: this.#scroller,
    head: this.#head,
    hours: this.#pool.hours,
    columns: this.#pool.mounted,
    lanes: this.#lanes,
    geometry: () => this.geometry,
    agenda: () => this.#agenda,
    newMinutes: () => this.#settings?.values.defaultMinutes ?? 60,
  };
  #week = new WeekStrip({
    firstWeekday: () => this.#settings?.firstWeekday ?? 1,
    today: () => this.#agenda?.today ?? '',
    choose: (date) => tell(this, 'view-open', { view: 'day', date }),
    rows: (first, count) => this.#agenda?.engine?.monthRows(first, count, 1, -1),
  });
  #freeTime = new FreeTimeStrip(this.#parts);
  /** @type {TimelineDrag} */
  #drag = new TimelineDrag(this.#parts, {
    make: (days, at) => this.#freeTime.make(days, at),
    choose: (day, minute) => this.#keyboard.choose(day, minute),
    mark: (day, minute) => this.#keyboard.mark(day, minute),
    wait: (made) => this.#keyboard.wait(made),
  });
  /** @type {TimelineKeyboard} */
  #keyboard = new TimelineKeyboard(this.#parts, {
    drag: this.#drag,
    freeTime: this.#freeTime,
    date: () => this.#date,
    activate: (date) => {
      this.#date = date;
    },
    turnTo: (first) => this.#turnTo(first, false),
    scrollTo: (minute) => this.#scroll.toMinute(minute),
  });
  #zoom = new TimelineZoom(this.#parts, {
    isHolding: () => this.#drag.isHolding,
    zoom: (hourPx, minute, offsetPx) => this.#zoomTo(hourPx, minute, offsetPx),
    keep: (hourPx) => this.#settings?.change({ hourPx }),
  });
  /** Whether to focus the day once it's laid out. */
  #wantsFocus = false;
  /** The minute to scroll to once the size is known; -1 for the best place, -2 once it's done. */
  #startMinute = -1;
  #date = '';
  /** @type {ViewName} */
  #shown = 'week';
  #agenda = /** @type {Agenda | null} */ (null);
  #settings = /** @type {Settings | null} */ (null);

  /** @param {ViewModel} model */
  set model({ agenda, settings, date }) {
    [this.#agenda, this.#settings, this.#date] = [agenda, settings, date];
  }

  get geometry() {
    return this.#scroll.geometry;
  }
  get shown() {
    return this.#shown;
  }
  /** @param {ViewName} name 'day', 'days' or 'week'. */
  set shown(name) {
    this.dataset['view'] = this.#shown = name;
    this.#scroll.change({ days: daysOf[/** @type {'day'} */ (name)] ?? 7 });
    if (this.geometry.widthPx > 0) this.#layOut();
  }

  connectedCallback() {
    this.append(this.#week.element, this.#scroller);
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.#scroll.listen(signal);
    this.#keyboard.listen(signal);
    this.#drag.listen(signal);
    this.#zoom.listen(signal);
    this.#week.listen(signal);
    onResize(this.#scroller, () => this.#measured(), signal);
    this.#scroll.change({ widthPx: 0 });
  }

  disconnectedCallback() {
    this.#listeners.abort();
    this.#drag.cancel();
    this.#startMinute = this.geometry.topMinute;
    this.#pool.clear();
  }

  get date() {
    return this.#date;
  }
  get range() {
    return { first: this.#date, last: this.#date };
  }
  set busy(/** @type {boolean} */ isBusy) {
    this.#scroller.ariaBusy = String(isBusy);
  }

  /** @param {string} date @param {ViewName} view @returns {HTMLElement | undefined} The name of the day. */
  placeOf(date, view) {
    return view === 'day' ? this.#pool.mounted.get(dayNumber(date))?.heading : undefined;
  }

  get heading() {
    const { widthPx, first, behind } = this.geometry;
    return widthPx > 0
      ? monthsText(dateOfDay(first), dateOfDay(behind - 1))
      : monthsText(this.#date, this.#date);
  }

  get said() {
    return this.geometry.days === 1 ? dateText(dateOfDay(this.geometry.first), 'full') : '';
  }

  get chosenTime() {
    return this.#keyboard.chosen || this.#date;
  }

  /** @param {{ uid: string, start: string }} pasted The event that gets the focus. */
  focusPasted(pasted) {
    this.#keyboard.wait(pasted);
  }

  /** @param {MouseEvent} event */
  timeUnder(event) {
    return timeUnder(this.#parts, event);
  }

  get seenDays() {
    return { first: dateOfDay(this.geometry.first), count: this.geometry.days };
  }

  /** Whether the week stands above the hours. */
  get #hasWeek() {
    const { days, widthPx } = this.geometry;
    return days === 1 && widthPx < weekStripPx;
  }

  /** The height of the days' names and zones. Below the week, only a zone that isn't home's stands. */
  get #namesPx() {
    const { widthPx, scale, first } = this.geometry;
    if (!this.#hasWeek) return Math.round((widthPx < 600 ? 48 : 36) * scale);
    const settings = this.#settings;
    const hasZones =
      settings?.values.secondZone || (settings && citiesOf(settings)(dateOfDay(first)));
    return hasZones ? Math.round(zonesPx * scale) : 0;
  }

  get droppedElement() {
    return this.#drag.shownElement;
  }

  /** @param {Occurrence} moved @returns {HTMLElement[]} */
  outline(moved) {
    return drawOutline(this.#parts, moved);
  }

  settingsChanged() {
    if (this.geometry.widthPx > 0) this.#layOut();
  }

  /** @param {string} date */
  #pageOf(date) {
    return pageStart(date, this.geometry.days, this.#settings?.firstWeekday ?? 1);
  }

  #measured() {
    const { clientWidth: widthPx, clientHeight: heightPx } = this.#scroller;
    const scale = textScale();
    const before = this.geometry;
    if (
      widthPx === 0 ||
      (widthPx === before.widthPx && heightPx === before.heightPx && scale === before.scale)
    )
      return;
    this.#scroll.change({ widthPx, heightPx, scale });
    this.#layOut();
  }

  /**
   * Lays the strip out around the date, after the size, the settings or the number of days changed.
   */
  #layOut() {
    const settings = this.#settings;
    if (!settings) return;
    const { widthPx, days, scale, topMinute } = this.geometry;
    const minute = this.#startMinute === -2 ? topMinute : this.#startMinute;
    this.#scroll.change({
      ...widths(widthPx, days, scale, settings.values.secondZone ? 2 : 1),
      firstHour: settings.values.workHours[0] ?? 9,
      sign: document.dir === 'rtl' ? -1 : 1,
    });
    const hourPx = clampHour(settings.values.hourPx || this.geometry.usualHourPx);
    this.#scroll.change({ hourPx });
    showSizes(this.#scroller, this.geometry, settings);
    this.#showZones();
    this.#pool.forget();
    this.#scroll.layAround(this.#pageOf(this.#date));
    if (minute >= 0) this.#scroll.toMinute(minute);
    this.#scrollToOpening();
  }

  /** Shows the zones of the day's hours. */
  #showZones() {
    if (this.#settings)
      this.#lanes.zones.show(this.#settings, this.#date, this.#gutter, this.#agenda?.engine);
  }

  #rested() {
    const { first, behind, topMinute } = this.geometry;
    this.#date = dateOfDay(Math.max(first, Math.min(dayNumber(this.#date), behind - 1)));
    this.#show(true);
    this.#showZones();
    if (this.#wantsFocus) this.focusDay();
    else this.#keyboard.keepTabStop();
    tell(this, 'view-rest', { date: this.#date, top: first * 1440 + Math.round(topMinute) });
  }

  /**
   * Draws the visible days, and a page more on either side.
   *
   * @param {boolean} isCentred Whether to draw everything anew. If not (while the strip moves),
   *   nothing happens as long as the nearby days are drawn.
   * @param {boolean} [isFirst] Right after a jump only the visible days are drawn; a frame later
   *   the neighbours follow.
   */
  #show(isCentred, isFirst = false) {
    const { first, days, behind, base, dayPx, scale } = this.geometry;
    this.#keepNames();
    this.#week.show(dateOfDay(first), this.#hasWeek);
    if (!isCentred && this.#pool.bring(first - nearDays, behind + nearDays)) return;
    const [spare, way] = [days === 1 ? 2 : days, isCentred ? 0 : this.#pool.speed.way];
    const [from, count] = isFirst
      ? [first, days]
      : [first - spare + way * (spare - nearDays), days + 2 * spare];
    const within = (/** @type {number} */ more) => (/** @type {number} */ day) =>
      day >= first - more && day < behind + more;
    const look = {
      base,
      box: this.geometry,
      weekend: this.#settings?.weekend ?? [],
      hoursOn: (/** @type {number} */ weekday) => this.#settings?.hoursOn(weekday) ?? null,
      today: this.#agenda?.today ?? '',
      isTight: dayPx < tightPx * scale,
      cityOn: this.#settings ? citiesOf(this.#settings) : () => '',
    };
    const timeline = this.#agenda?.engine?.timeline(dateOfDay(from), count);
    const keeps = {
      near: within(nearDays),
      kept: within(way === 0 ? spare : nearDays),
      held: within(spare),
    };
    const fitted = timeline && daysFitting(timeline.days, this.geometry);
    this.#pool.show(from, count, fitted, keeps, look, { isNews: isCentred, isJump: isFirst });
    if (!timeline) return this.#fitLanes(!isCentred);
    tell(this, 'view-cut', timeline);
    this.#lanes.fill(timeline.bars, from, this.geometry, !isCentred);
    this.#gutter.showNow(this.#nowMinute);
    this.#fitLanes(!isCentred);
    this.#keyboard.restore();
  }

  /** Gives the lanes the height they need; the hours get the rest. */
  #fitLanes(isMoving = false) {
    const { headPx, lanesPx } = this.#lanes.fit(this.geometry, this.#namesPx, isMoving);
    this.#scroller.classList.toggle('bare', headPx === lanesPx);
    if (headPx === this.geometry.headPx) return;
    this.#scroll.change({ headPx });
    for (const [name, px] of Object.entries({ head: headPx, lanes: lanesPx }))
      this.#scroller.style.setProperty(`--${name}`, `${px}px`);
  }

  #keepNames() {
    const { topMinute, first, behind } = this.geometry;
    this.#pool.cutAt(topMinute, first - 1, behind + 1);
    this.#lanes.keepNames(first);
  }

  get #seen() {
    return this.#pool.shown(this.geometry.first, this.geometry.days);
  }

  get #nowMinute() {
    return this.#seen.find(({ today }) => today)?.nowMinute;
  }

  /** Scrolls a newly opened page to a suitable hour, repeatedly until its events have loaded. */
  #scrollToOpening() {
    if (this.#startMinute === -1) {
      const { first, days, hoursPx, hourPx } = this.geometry;
      const starts = Array.from({ length: days }, (_, index) =>
        weekdayOfDay(first + index),
      ).flatMap((weekday) => this.#settings?.hoursOn(weekday)?.[0] ?? []);
      const usual = this.#settings?.values.workHours[0] ?? 9;
      const workStart = starts.length > 0 ? Math.min(...starts) : usual;
      this.#scroll.toMinute(openingMinute(this.#seen, workStart, hoursPx, hourPx, isOthers));
      if (!this.#agenda?.engine || this.#scroller.ariaBusy === 'true') return;
    }
    this.#startMinute = -2;
  }

  /**
   * @param {number} hourPx
   * @param {number} minute This minute stays in place,
   * @param {number} offsetPx this far below the head.
   */
  #zoomTo(hourPx, minute, offsetPx) {
    this.#scroll.change({ hourPx });
    this.#scroller.style.setProperty('--hour', `${hourPx}px`);
    this.#scroll.toMinute(minute - this.geometry.minuteAt(offsetPx));
  }

  /** Draws the events again after something changed, unless one is being dragged. */
  redraw() {
    // Measuring now rather than in the resize observer draws the events one frame earlier.
    if (this.geometry.widthPx === 0) return this.#measured();
    if (this.#drag.isHolding) return;
    this.#drag.clear();
    this.#freeTime.forget();
    this.#show(true);
    this.#scrollToOpening();
  }

  /** @param {string} date @param {boolean} [glides] */
  goTo(date, glides = false) {
    this.#date = withinBounds(date);
    if (this.geometry.widthPx === 0) return;
    const hadFocus = focusedIn(this.#scroller) !== null;
    this.#keyboard.forget();
    this.#turnTo(this.#pageOf(this.#date), glides);
    if (glides && date === this.#agenda?.today) this.#scroll.reveal(this.#nowMinute);
    this.#wantsFocus = hadFocus || (this.#wantsFocus && document.activeElement === document.body);
    if (hadFocus && this.geometry.first === this.#pageOf(this.#date)) this.focusDay();
  }

  /** @param {number} first @param {boolean} glides */
  #turnTo(first, glides) {
    const isThere = first === this.geometry.first && !this.#scroll.isGliding;
    if (isThere) return this.#scroll.waitForRest();
    if (!glides || prefersReducedMotion() || !this.#pool.bring(first, first + 1))
      return this.#scroll.layAround(first);
    this.#scroll.glideTo(first);
  }

  /** @param {string} date @param {number} top The wall minute at the top of the first day. */
  restore(date, top) {
    this.#date = date;
    const first = Math.floor(top / 1440);
    this.#startMinute = top - first * 1440;
    if (this.geometry.widthPx === 0) return;
    this.#scroll.layAround(first);
    this.#scroll.toMinute(this.#startMinute);
    this.#startMinute = -2;
  }

  /** @param {string} date @param {string} [time] The time to scroll into sight. */
  follow(date, time = '') {
    if (this.geometry.isSeen(dayNumber(date))) this.#date = date;
    else this.goTo(date, true);
    if (this.geometry.widthPx > 0 && this.#isInHours(date, time)) this.#scroll.revealTime(time);
  }

  /**
   * @param {string} date @param {string} time When a change says that its event begins.
   * @returns {boolean} Whether it's in the hours: a change gives midnight for a whole day, too.
   */
  #isInHours(date, time) {
    if (time !== '00:00:00') return time !== '';
    const events = this.#agenda?.engine?.day(date) ?? [];
    return events.some(({ allDay, start }) => !allDay && start === `${date}T${time}`);
  }

  /** @param {number} steps @returns {string} */
  step(steps) {
    return addDays(this.#date, steps * this.geometry.days);
  }

  focusDay() {
    // Until the size is known no day is drawn that could take the focus.
    this.#wantsFocus = this.geometry.widthPx === 0;
    if (!this.#wantsFocus) this.#keyboard.focus();
  }
}

customElements.define('timeline-view', TimelineView);
