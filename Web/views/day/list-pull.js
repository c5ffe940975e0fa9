import { prefersReducedMotion } from '../../dom/element.js';
import { springRest, stageAt } from '../../layout/sheet-glide.js';

/** @typedef {import('../../layout/sheet-stages.js').Stage} Stage */

/** How far a finger has to move before its direction counts. */
const slopPx = 8;
/** Swipes that begin this close to an edge of the screen belong to the browser's own Back. */
const backEdgePx = 24;
/** The length of a sideways swipe that goes to the next day. */
const turnPx = 56;
/** The distance at which the spring has come to rest. */
const restPx = 0.5;

/**
 * Lets a finger pull the list of a day up and down below a phone's month, and sideways to another
 * day. Only the transform changes on the way: the list is laid out once at the beginning and once at
 * the end.
 */
export class ListPull {
  #host;
  #list;
  #stages;
  #turn;
  #frame = 0;
  #shownPx = 0;
  /** @type {{ x: number, y: number, px: number, way: '' | 'up' | 'side' | 'none' } | null} */
  #touch = null;
  /** @type {{ y: number, ms: number }[]} The last moves, which tell the speed. */
  #moves = [];
  #sidePx = 0;

  /**
   * @param {HTMLElement} host The panel. @param {HTMLElement} list Its events.
   * @param {import('./day-stages.js').DayStages} stages
   * @param {(days: number) => void} turn Goes to another day.
   * @param {AbortSignal} signal
   */
  constructor(host, list, stages, turn, signal) {
    this.#host = host;
    this.#list = list;
    this.#stages = stages;
    this.#turn = turn;
    stages.stop = () => this.#stop();
    host.addEventListener('touchstart', (event) => this.#began(event), { signal, passive: true });
    // It isn't passive, because the page must not scroll while a finger moves the list.
    host.addEventListener('touchmove', (event) => this.#moved(event), { signal, passive: false });
    host.addEventListener('touchend', () => this.#ended(), { signal });
    host.addEventListener('touchcancel', () => this.#ended(), { signal });
  }

  #stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#host.classList.remove('drawn');
    this.#host.style.transform = '';
  }

  /** @param {TouchEvent} event */
  #began({ touches }) {
    const [finger] = touches;
    if (!finger || touches.length > 1 || !this.#stages.isPhone) return void (this.#touch = null);
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
        this.#stages.stopsPx.month,
        Math.min(touch.px + touch.y - finger.clientY, this.#stages.stopsPx.list),
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
      return isEdge || this.#stages.stage === 'month' ? 'none' : 'side';
    }
    const isInList = target instanceof Node && this.#list.contains(target);
    // The events scroll; only at their top can they be pulled down.
    if (isInList && (y < 0 || this.#list.scrollTop > 0)) return 'none';
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
    this.#stages.measure();
    this.#shownPx = this.#stages.stopsPx[this.#stages.stage];
    this.#host.style.setProperty('--list', `${this.#stages.stopsPx.list}px`);
    this.#host.classList.add('drawn');
    this.#draw();
  }

  #draw() {
    this.#frame = 0;
    if (this.#touch?.way === 'side') this.#list.style.translate = `${this.#sidePx}px`;
    else
      this.#host.style.transform = `translateY(${(this.#stages.stopsPx.list - this.#shownPx).toFixed(1)}px)`;
  }

  #ended() {
    const touch = this.#touch;
    this.#touch = null;
    if (touch?.way === 'side') this.#turned();
    if (touch?.way !== 'up') return;
    const [first, last] = [this.#moves[0], this.#moves.at(-1)];
    const seconds = first && last ? (last.ms - first.ms) / 1000 : 0;
    const speed = first && last && seconds > 0 ? (first.y - last.y) / seconds : 0;
    this.#glide(stageAt(this.#shownPx, speed, this.#stages.stopsPx), speed);
  }

  #turned() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const px = this.#sidePx;
    this.#list.style.translate = '';
    if (Math.abs(px) < turnPx) return;
    this.#turn(px < 0 === (document.dir !== 'rtl') ? 1 : -1);
  }

  /** @param {Stage} stage Where the list springs to. @param {number} pxPerSecond */
  #glide(stage, pxPerSecond) {
    const arrive = () => this.#stages.settle(stage);
    if (!this.#stages.isPhone || prefersReducedMotion()) return arrive();
    this.#lift();
    const goalPx = this.#stages.stopsPx[stage];
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
}
