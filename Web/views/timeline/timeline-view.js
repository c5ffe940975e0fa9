import { calmMotion, element, focusedIn, onResize, tell, textScale } from '../../dom/element.js';
import { nextFrame } from '../../dom/frames.js';
import { dateText, monthsText } from '../../i18n/format.js';
import {
  clampHour,
  daysOf,
  openingMinute,
  pageStart,
  reachDays,
  widths,
} from '../../layout/day-strip.js';
import { addDays, dateOfDay, dayNumber } from '../../time/civil-date.js';
import { BarLanes } from './all-day-lanes.js';
import { narrowPx } from './day-column.js';
import { DayPool } from './day-pool.js';
import { Gutter } from './hour-gutter.js';
import { Hand } from './timeline-drag.js';
import { Stops } from './timeline-keyboard.js';
import { Zoom } from './timeline-zoom.js';

/** The view stands still when nothing moved for this long. */
const restMs = 180;
/** Narrower than this, a weekday's name would meet the next one's; at the usual text size. */
const tightPx = 38;
/** A smooth scroll of the browser's has begun and ended within this time. */
const glideMs = 1000;
/** So far before and behind what is seen, days are there at once when the strip is scrolled. */
const nearDays = 2;

/** Days side by side by the hours: scrolled down through a day and sideways through the days. */
export class TimelineView extends HTMLElement {
  #listeners = new AbortController();
  gutter = new Gutter();
  bars = new BarLanes(this);
  #pool = new DayPool(() => this.stops.restore());
  hours = this.#pool.hours;
  #head = element(
    'div',
    { class: 'hours-head' },
    this.#pool.names,
    this.bars.list,
    this.bars.counts,
  );
  #sheet = element(
    'div',
    { class: 'hours-sheet' },
    this.bars.corner,
    this.#head,
    this.gutter.element,
    this.hours,
  );
  scroller = element(
    'div',
    { class: 'hours-scroller', role: 'group', 'aria-labelledby': 'month-title' },
    this.#sheet,
  );
  columns = this.#pool.mounted;
  #hand = new Hand(this);
  stops = new Stops(this, this.#hand);
  #zoom = new Zoom(this);
  /** Where things are, in pixels; read once when the size changes. */
  box = { widthPx: 0, heightPx: 0, scale: 1, dayPx: 100, gutterPx: 56, hourPx: 48, headPx: 0 };
  days = 7;
  /** The number of the strip's first day, and of the first one that is seen. */
  base = 0;
  first = 0;
  topPx = 0;
  #restTimer = 0;
  #glide = { to: 0, endMs: 0 };
  /** Whether the focus goes to the day once that is there. */
  #wantsFocus = false;
  /** Where the hours are to begin once they can: minutes; -1 as is best, -2 when that is done. */
  #startMinute = -1;
  #date = '';
  /** @type {ViewName} */
  #shown = 'week';
  agenda = /** @type {Agenda | null} */ (null);
  settings = /** @type {Settings | null} */ (null);

  /** @param {ViewModel} model */
  set model({ agenda, settings, date }) {
    [this.agenda, this.settings, this.#date] = [agenda, settings, date];
  }

  get shown() {
    return this.#shown;
  }
  /** @param {ViewName} name Which view of the hours this is. */
  set shown(name) {
    this.dataset['view'] = this.#shown = name;
    this.days = daysOf[/** @type {'day'} */ (name)] ?? 7;
    if (this.box.widthPx > 0) this.#layOut();
  }

  connectedCallback() {
    this.append(this.scroller);
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.scroller.addEventListener('scroll', () => this.#scrolled(), { signal, passive: true });
    this.stops.listen(signal);
    this.#hand.listen(signal);
    this.#zoom.listen(signal);
    onResize(this.scroller, () => this.#measured(), signal);
    this.box.widthPx = 0;
  }

  disconnectedCallback() {
    this.#listeners.abort();
    clearTimeout(this.#restTimer);
    this.#hand.cancel();
    this.#startMinute = this.topMinute;
    this.#pool.clear();
  }

  get date() {
    return this.#date;
  }
  get range() {
    return { first: this.#date, last: this.#date };
  }
  get topMinute() {
    return (this.topPx / this.box.hourPx) * 60;
  }
  /** @param {boolean} isBusy Whether events are still being loaded. */
  set busy(isBusy) {
    this.scroller.ariaBusy = String(isBusy);
  }
  get sign() {
    return document.dir === 'rtl' ? -1 : 1;
  }
  get isHeld() {
    return this.#hand.isHolding;
  }

  get heading() {
    return this.box.widthPx > 0
      ? monthsText(dateOfDay(this.first), dateOfDay(this.first + this.days - 1))
      : monthsText(this.#date, this.#date);
  }

  get said() {
    return this.days === 1 ? dateText(dateOfDay(this.first), 'full') : '';
  }

  settingsChanged() {
    if (this.box.widthPx > 0) this.#layOut();
  }

  /** @param {string} date */
  #pageOf(date) {
    return pageStart(date, this.days, this.settings?.firstWeekday ?? 1);
  }

  #measured() {
    const { clientWidth: widthPx, clientHeight: heightPx } = this.scroller;
    const scale = textScale();
    if (
      widthPx === 0 ||
      (widthPx === this.box.widthPx && heightPx === this.box.heightPx && scale === this.box.scale)
    )
      return;
    Object.assign(this.box, { widthPx, heightPx, scale });
    this.#layOut();
  }

  /**
   * Lays the strip out around the date: after a change of size, of the settings, or of the days
   * side by side.
   */
  #layOut() {
    const { box, settings } = this;
    if (!settings) return;
    const minute = this.#startMinute === -2 ? this.topMinute : this.#startMinute;
    Object.assign(
      box,
      widths(box.widthPx, this.days, box.scale, settings.values.secondZone ? 2 : 1),
      { hourPx: clampHour(settings.values.hourPx || this.usualHourPx) },
    );
    const [work = '', rest = ''] = settings.values.workHours.map(String);
    const values = {
      day: `${box.dayPx}px`,
      gutter: `${box.gutterPx}px`,
      hour: `${box.hourPx}px`,
      work,
      rest,
      count: String(2 * reachDays),
    };
    for (const [name, value] of Object.entries(values))
      this.scroller.style.setProperty(`--${name}`, value);
    this.gutter.show(this.#date, settings.values.secondZone);
    const looks = {
      narrow: box.dayPx < narrowPx * box.scale,
      tinted: settings.values.weekendTint,
      'two-zones': settings.values.secondZone !== '',
    };
    for (const [name, is] of Object.entries(looks)) this.scroller.classList.toggle(name, is);
    this.#pool.forget();
    this.#layAround(this.#pageOf(this.#date));
    if (minute >= 0) this.scrollToMinute(minute);
    this.#openWell();
  }

  /** @param {number} first Becomes the first day that is seen, without a movement. */
  #layAround(first) {
    this.base = first - reachDays;
    this.first = first;
    this.#show(true, true);
    this.stops.keepTabStop();
    // The browser would snap to the day that it snapped to before, wherever that now is.
    this.scroller.classList.add('placing');
    this.scroller.scrollLeft = this.sign * reachDays * this.box.dayPx;
    void nextFrame().then(() => {
      this.scroller.classList.remove('placing');
      if (this.isConnected && !this.isHeld) this.#show(true);
    });
    tell(this, 'view-title');
    this.#waitForRest();
  }

  #scrolled() {
    const { scrollLeft, scrollTop } = this.scroller;
    this.topPx = scrollTop;
    const first = this.base + Math.round(Math.abs(scrollLeft) / this.box.dayPx);
    if (first !== this.first) {
      this.#pool.pace.passed(first - this.first);
      this.first = first;
      this.#show(false);
      tell(this, 'view-title');
    } else this.#keepNames();
    this.#waitForRest();
  }

  #waitForRest() {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#rested(), restMs);
  }

  /** At rest the strip is laid out around where one is, so that it has no end. */
  #rested() {
    if (this.isHeld || this.box.widthPx === 0) return;
    const place = Math.abs(this.scroller.scrollLeft) / this.box.dayPx;
    if (Math.abs(place - Math.round(place)) > 0.02) return;
    // A glide may not have begun yet; one that a touch ended is over.
    if (performance.now() < this.#glide.endMs && this.first !== this.#glide.to)
      return this.#waitForRest();
    if (Math.abs(this.first - this.base - reachDays) > reachDays / 2) this.#layAround(this.first);
    this.#date = dateOfDay(
      Math.max(this.first, Math.min(dayNumber(this.#date), this.first + this.days - 1)),
    );
    this.#show(true);
    if (this.#wantsFocus) this.focusDay();
    else this.stops.keepTabStop();
    tell(this, 'view-rest', {
      date: this.#date,
      top: this.first * 1440 + Math.round(this.topMinute),
    });
  }

  /**
   * Puts columns where days can be seen, a page more on either side, and what is in them.
   *
   * @param {boolean} isCentred Whether the pages beside are wanted too, and the lanes may change.
   * @param {boolean} [isFirst] A jump first shows the days that are seen; the others have some
   *   frames more.
   */
  #show(isCentred, isFirst = false) {
    const { first, days, base, box } = this;
    this.#keepNames();
    if (!isCentred && this.#pool.bring(first - nearDays, first + days + nearDays)) return;
    const [spare, way] = [days === 1 ? 2 : days, isCentred ? 0 : this.#pool.pace.way];
    const [from, count] = isFirst
      ? [first, days]
      : [first - spare + way * (spare - nearDays), days + 2 * spare];
    const within = (/** @type {number} */ more) => (/** @type {number} */ day) =>
      day >= first - more && day < first + days + more;
    const look = {
      base,
      box,
      weekend: this.settings?.weekend ?? [],
      today: this.agenda?.today ?? '',
      isTight: box.dayPx < tightPx * box.scale,
    };
    const timeline = this.agenda?.engine?.timeline(dateOfDay(from), count);
    const keeps = {
      near: within(nearDays),
      kept: within(way === 0 ? spare : nearDays),
      held: within(spare),
    };
    this.#pool.show(from, count, timeline?.days, keeps, look, {
      isNews: isCentred,
      isJump: isFirst,
    });
    if (!timeline) return this.bars.fit();
    this.bars.fill(timeline.bars, from);
    this.gutter.showNow(this.#seen.find(({ today }) => today)?.nowMinute);
    this.bars.fit();
    this.stops.restore();
  }

  #keepNames() {
    this.#pool.cutAt(this.topMinute, this.first - 1, this.first + this.days + 1);
    this.bars.keepNames();
  }

  get #seen() {
    return this.#pool.shown(this.first, this.days);
  }

  /** Where a page begins when it is opened, once it is known what is in it. */
  #openWell() {
    if (this.#startMinute === -1) {
      this.scrollToMinute(
        openingMinute(
          this.#seen,
          this.settings?.values.workHours[0] ?? 9,
          this.box.heightPx - this.box.headPx,
          this.box.hourPx,
        ),
      );
      if (!this.agenda?.engine || this.scroller.ariaBusy === 'true') return;
    }
    this.#startMinute = -2;
  }

  /** @param {number} minute */
  scrollToMinute(minute) {
    const most = 24 * this.box.hourPx + this.box.headPx + 24 - this.box.heightPx;
    this.topPx = Math.round(Math.max(0, Math.min((minute / 60) * this.box.hourPx, most)));
    this.scroller.scrollTop = this.topPx;
  }

  get usualHourPx() {
    return clampHour((this.box.widthPx < 600 ? 52 : 48) * Math.max(1, Math.min(this.box.scale, 2)));
  }

  /** Draws the events again after something changed; what is held is waited for. */
  redraw() {
    // Known now, what is in the days is there with the frame that shows them, and not with the
    // next.
    if (this.box.widthPx === 0) return this.#measured();
    if (this.isHeld) return;
    this.#hand.clear();
    this.stops.common.forget();
    this.#show(true);
    this.#openWell();
  }

  /** @param {string} date @param {boolean} [glides] */
  goTo(date, glides = false) {
    this.#date = date;
    if (this.box.widthPx === 0) return;
    const hadFocus = focusedIn(this.scroller) !== null;
    this.stops.forget();
    this.turnTo(this.#pageOf(date), glides);
    if (glides && date === this.agenda?.today) this.#showNow();
    this.#wantsFocus = hadFocus || (this.#wantsFocus && document.activeElement === document.body);
    if (hadFocus && this.first === this.#pageOf(date)) this.focusDay();
  }

  /** @param {number} first @param {boolean} glides */
  turnTo(first, glides) {
    if (first === this.first) return this.#waitForRest();
    if (!glides || calmMotion() || !this.#pool.bring(first, first + 1))
      return this.#layAround(first);
    this.#glide = { to: first, endMs: performance.now() + glideMs };
    this.scroller.scrollTo({
      left: this.sign * (first - this.base) * this.box.dayPx,
      behavior: 'smooth',
    });
  }

  /** Brings now to the screen where it is not. */
  #showNow() {
    const nowPx =
      ((this.#seen.find(({ today }) => today)?.nowMinute ?? NaN) / 60) * this.box.hourPx;
    if (
      Number.isNaN(nowPx) ||
      (nowPx > this.topPx + 16 && nowPx < this.topPx + this.box.heightPx - this.box.headPx - 16)
    )
      return;
    this.scroller.scrollTo({
      top: Math.max(0, nowPx - this.box.heightPx / 3),
      behavior: calmMotion() ? 'auto' : 'smooth',
    });
  }

  /** @param {string} date @param {number} top The wall minute at the corner. */
  restore(date, top) {
    this.#date = date;
    const first = Math.floor(top / 1440);
    this.#startMinute = top - first * 1440;
    if (this.box.widthPx === 0) return;
    this.#layAround(first);
    this.scrollToMinute(this.#startMinute);
    this.#startMinute = -2;
  }

  /** @param {string} date */
  follow(date) {
    const day = dayNumber(date);
    if (day < this.first || day >= this.first + this.days) this.goTo(date, true);
    else this.#date = date;
  }

  /** @param {number} steps @returns {string} */
  step(steps) {
    return addDays(this.#date, steps * this.days);
  }

  focusDay() {
    // Before its size is known no day has a place that could take the focus.
    this.#wantsFocus = this.box.widthPx === 0;
    if (!this.#wantsFocus) this.stops.focus();
  }

  set active(/** @type {string} */ date) {
    this.#date = date;
  }
}

customElements.define('timeline-view', TimelineView);
