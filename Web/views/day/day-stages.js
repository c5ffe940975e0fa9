import { element, prefersReducedMotion, textScale } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { compactRowPx } from '../../layout/month-strip.js';
import { nextStage, springRest, stageAt, stages } from '../../layout/sheet-stages.js';

/** @typedef {import('../../layout/sheet-stages.js').Stage} Stage */

/** The height of the list that stays visible when the month has the whole screen. */
const handlePx = 44;
/** How far a finger has to move before its direction counts. */
const slopPx = 8;
/** Swipes that begin this close to an edge of the screen belong to the browser's own Back. */
const backEdgePx = 24;
/** The length of a sideways swipe that goes to the next day. */
const turnPx = 56;
/** The distance at which the spring has come to rest. */
const restPx = 0.5;

/** @param {Stage} stage */
function stageText(stage) {
  if (stage === 'month') return t('dayListMonth');
  return stage === 'half' ? t('dayListHalf') : t('dayListWhole');
}

/**
 * Moves the list of a day up and down below a phone's month, and sideways to another day. Only the
 * transform changes on the way: the list is laid out once at the beginning and once at the end.
 */
export class DayStages {
  /** @type {Stage} */
  stage = 'month';
  handle = element('button', {
    type: 'button',
    class: 'day-handle',
    role: 'slider',
    'aria-orientation': 'vertical',
    'aria-valuemin': 0,
    'aria-valuemax': stages.length - 1,
    'aria-label': t('dayList'),
    onclick: () => this.#settle(nextStage(this.stage, this.stage === 'list' ? -1 : 1), 0),
  });
  #host;
  #list;
  #actions;
  #frame = 0;
  #shownPx = 0;
  /** @type {Record<Stage, number>} */
  #stopsPx = { month: handlePx, half: 0, list: 0 };
  /** @type {{ x: number, y: number, px: number, way: '' | 'up' | 'side' | 'none' } | null} */
  #touch = null;
  /** @type {{ y: number, ms: number }[]} The last moves, which tell the speed. */
  #moves = [];
  #sidePx = 0;

  /**
   * @param {HTMLElement} host @param {HTMLElement} list
   * @param {{ settled: (stage: Stage) => void, turn: (days: number) => void }} actions
   */
  constructor(host, list, actions) {
    this.#host = host;
    this.#list = list;
    this.#actions = actions;
    this.put('month');
  }

  /** Whether the list lies below the month at all, instead of beside it. */
  get isPhone() {
    return matchMedia('(max-width: 37.49rem)').matches;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const host = this.#host;
    host.addEventListener('touchstart', (event) => this.#began(event), { signal, passive: true });
    // It isn't passive, because the page must not scroll while a finger moves the list.
    host.addEventListener('touchmove', (event) => this.#moved(event), { signal, passive: false });
    host.addEventListener('touchend', () => this.#ended(), { signal });
    host.addEventListener('touchcancel', () => this.#ended(), { signal });
    this.handle.addEventListener('keydown', (event) => this.#typed(event), { signal });
    addEventListener('resize', () => this.put(this.stage), { signal });
  }

  /**
   * Puts the list at a stage at once.
   *
   * @param {Stage} stage
   */
  put(stage) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.stage = stage;
    this.handle.setAttribute('aria-valuenow', String(stages.indexOf(stage)));
    this.handle.setAttribute('aria-valuetext', stageText(stage));
    this.#host.classList.remove('drawn');
    this.#host.style.transform = '';
    if (!this.isPhone) return void this.#host.style.removeProperty('--list');
    this.#measure();
    this.#shownPx = this.#stopsPx[stage];
    const listPx = this.#stopsPx[stage === 'month' ? 'half' : stage];
    if (listPx > handlePx) this.#host.style.setProperty('--list', `${listPx}px`);
  }

  #measure() {
    const strip = this.#host.parentElement?.querySelector('.strip');
    const heightPx = strip?.clientHeight ?? 0;
    const rowPx = compactRowPx(heightPx, textScale());
    this.#stopsPx = {
      month: handlePx,
      half: Math.round(Math.max(heightPx - 6 * rowPx, heightPx * 0.4)) + handlePx,
      list: heightPx - rowPx + handlePx,
    };
  }

  /** @param {TouchEvent} event */
  #began({ touches }) {
    const [finger] = touches;
    if (!finger || touches.length > 1 || !this.isPhone) return void (this.#touch = null);
    this.#touch = { x: finger.clientX, y: finger.clientY, px: 0, way: '' };
    this.#moves = [];
  }

  /** @param {TouchEvent} event */
  #moved(event) {
    const [finger] = event.touches;
    const touch = this.#touch;
    if (!finger || !touch || event.touches.length > 1) return;
    if (touch.way === '') touch.way = this.#wayOf(event, finger, touch);
    if (touch.way === 'none' || touch.way === '') return;
    if (event.cancelable) event.preventDefault();
    if (touch.way === 'side') {
      this.#sidePx = finger.clientX - touch.x;
    } else {
      this.#moves.push({ y: finger.clientY, ms: event.timeStamp });
      if (this.#moves.length > 5) this.#moves.shift();
      this.#shownPx = Math.max(
        this.#stopsPx.month,
        Math.min(touch.px + touch.y - finger.clientY, this.#stopsPx.list),
      );
    }
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  /**
   * @param {TouchEvent} event @param {Touch} finger @param {{ x: number, y: number, px: number }} from
   * @returns {'' | 'up' | 'side' | 'none'} What the movement is; empty while it's too short to tell.
   */
  #wayOf({ target }, finger, from) {
    if (this.#host.classList.contains('carrying')) return 'none';
    const x = finger.clientX - from.x;
    const y = finger.clientY - from.y;
    if (Math.hypot(x, y) < slopPx) return '';
    if (Math.abs(x) > Math.abs(y)) {
      const isEdge = from.x < backEdgePx || from.x > innerWidth - backEdgePx;
      return isEdge || this.stage === 'month' ? 'none' : 'side';
    }
    const isInList = target instanceof Node && this.#list.contains(target);
    // A list with all the room it needs scrolls; only at its top can it be pulled down.
    if (isInList && this.stage === 'list' && (y < 0 || this.#list.scrollTop > 0)) return 'none';
    if (isInList && this.#list.scrollTop > 0) return 'none';
    this.#lift();
    from.px = this.#shownPx;
    from.y = finger.clientY;
    return 'up';
  }

  /** Lays the list out in its full height, and moves it down to where it was. */
  #lift() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#host.classList.contains('drawn')) return;
    this.#measure();
    this.#shownPx = this.#stopsPx[this.stage];
    this.#host.style.setProperty('--list', `${this.#stopsPx.list}px`);
    this.#host.classList.add('drawn');
    this.#draw();
  }

  #draw() {
    this.#frame = 0;
    if (this.#touch?.way === 'side') this.#list.style.translate = `${this.#sidePx}px`;
    else
      this.#host.style.transform = `translateY(${(this.#stopsPx.list - this.#shownPx).toFixed(1)}px)`;
  }

  #ended() {
    const touch = this.#touch;
    this.#touch = null;
    if (touch?.way === 'side') this.#turn();
    if (touch?.way !== 'up') return;
    const [first, last] = [this.#moves[0], this.#moves.at(-1)];
    const seconds = first && last ? (last.ms - first.ms) / 1000 : 0;
    const speed = first && last && seconds > 0 ? (first.y - last.y) / seconds : 0;
    this.#settle(stageAt(this.#shownPx, speed, this.#stopsPx), speed);
  }

  #turn() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const px = this.#sidePx;
    this.#list.style.translate = '';
    if (Math.abs(px) < turnPx) return;
    this.#actions.turn(px < 0 === (document.dir !== 'rtl') ? 1 : -1);
  }

  /** @param {Stage} stage Where the list springs to. @param {number} pxPerSecond */
  #settle(stage, pxPerSecond) {
    const arrive = () => {
      this.put(stage);
      this.#actions.settled(stage);
    };
    if (!this.isPhone || prefersReducedMotion()) return arrive();
    this.#lift();
    const goalPx = this.#stopsPx[stage];
    const fromPx = this.#shownPx - goalPx;
    let startedAt = 0;
    const step = (/** @type {number} */ now) => {
      startedAt ||= now;
      const leftPx = springRest(fromPx, pxPerSecond, (now - startedAt) / 1000);
      if (Math.abs(leftPx) < restPx && now > startedAt) return arrive();
      this.#shownPx = goalPx + leftPx;
      this.#draw();
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const steps = { ArrowUp: 1, ArrowDown: -1, Home: -2, End: 2 }[event.key];
    if (!steps) return;
    event.preventDefault();
    event.stopPropagation();
    this.#settle(nextStage(this.stage, steps), 0);
  }

  /** How much of the month the list covers beyond its handle. */
  get coveredPx() {
    return this.#stopsPx[this.stage] - handlePx;
  }
}
