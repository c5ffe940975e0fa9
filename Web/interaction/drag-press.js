/**
 * The distance after which a mouse drags, or a finger before the lift scrolls. On a handle a finger
 * drags too, after a little more than a mouse, because taps tremble.
 */
const mousePx = 4,
  handlePx = 6,
  fingerPx = 10;
/** How long a finger must lie still to lift an event. */
const liftMs = 420;
/** How long after a drop a click still belongs to the drop. */
const clickMs = 50;

/**
 * What a drag does: find what is under the pointer, lift it, drop it, or put it back.
 *
 * @template Grabbed
 * @typedef {{ grab: (event: PointerEvent) => Grabbed | null, lift: (grabbed: Grabbed, event:
 *   PointerEvent) => import('./drag-loop.js').DragLoop | null,
 *   drop: () => void | Promise<void>, cancel: () => void,
 *   isHandle?: (event: PointerEvent) => boolean }} DragActions On a handle a finger needn't be held
 *   still first.
 */

/**
 * Decides what a press becomes: a drag if the mouse moves, a finger is held still or a finger moves
 * a handle, otherwise the browser's click or scroll. A second finger, Esc or losing the pointer
 * cancels a drag.
 *
 * @template Grabbed
 */
export class DragPress {
  #host;
  #actions;
  /** @type {{ event: PointerEvent, grabbed: Grabbed, timer: number } | null} */
  #press = null;
  /** @type {{ loop: import('./drag-loop.js').DragLoop, id: number } | null} */
  #held = null;
  #swallowsClick = false;

  /** @param {HTMLElement} host @param {DragActions<Grabbed>} actions @param {AbortSignal} signal */
  constructor(host, actions, signal) {
    this.#host = host;
    this.#actions = actions;
    host.addEventListener('pointerdown', (event) => this.#pressed(event), { signal });
    // A second finger cancels the drag wherever it touches the page.
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        if (this.#held && target instanceof Node && !host.contains(target)) this.#end(false);
      },
      { signal, capture: true },
    );
    host.addEventListener('pointermove', (event) => this.#moved(event), { signal });
    host.addEventListener(
      'pointerup',
      (event) => {
        this.#note(event);
        this.#end(true);
      },
      { signal },
    );
    host.addEventListener('pointercancel', () => this.#end(false), { signal });
    // The element under a finger captures it by itself, and loses it to the host at the lift.
    host.addEventListener(
      'lostpointercapture',
      ({ target }) => {
        if (target === host) this.#end(false);
      },
      { signal },
    );
    // Must be registered before the touch begins, and not be passive, to keep the page from
    // scrolling during a drag.
    host.addEventListener(
      'touchmove',
      (event) => {
        if (this.#held && event.cancelable) event.preventDefault();
      },
      { signal, passive: false },
    );
    // A finger that is raised soon after the lift would count as a tap, and take the focus away from
    // the title of a new event.
    host.addEventListener(
      'touchend',
      (event) => {
        if (this.#swallowsClick && event.cancelable) event.preventDefault();
      },
      { signal, passive: false },
    );
    host.addEventListener(
      'contextmenu',
      (event) => {
        if (this.#held || this.#press?.timer) event.preventDefault();
      },
      { signal },
    );
    host.addEventListener('click', (event) => this.#clicked(event), { signal, capture: true });
    document.addEventListener('keydown', (event) => this.#typed(event), { signal, capture: true });
    document.addEventListener('keyup', (event) => this.#typed(event), { signal, capture: true });
    signal.addEventListener('abort', () => this.#end(false));
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    if (this.#held || this.#press) return this.#end(false);
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    const grabbed = this.#actions.grab(event);
    if (!grabbed) return;
    const timer = event.pointerType === 'mouse' ? 0 : setTimeout(() => this.#raise(event), liftMs);
    this.#press = { event, grabbed, timer };
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    if (this.#held) return this.#note(event);
    const first = this.#press?.event;
    if (!first || first.pointerId !== event.pointerId) return;
    const isMouse = event.pointerType === 'mouse';
    const isHandle = this.#actions.isHandle?.(first) ?? false;
    const farPx = isMouse ? mousePx : isHandle ? handlePx : fingerPx;
    if (Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < farPx) return;
    if (isMouse || isHandle) this.#raise(event);
    else this.#forget();
  }

  /** @param {PointerEvent} event */
  #note(event) {
    if (this.#held?.id !== event.pointerId) return;
    this.#held.loop.note(event);
    this.#held.loop.noteKeys(event);
  }

  #forget() {
    if (this.#press) clearTimeout(this.#press.timer);
    this.#press = null;
  }

  /** @param {PointerEvent} event */
  #raise(event) {
    if (!this.#press) return;
    const { grabbed, event: first } = this.#press;
    this.#forget();
    const loop = this.#actions.lift(grabbed, first);
    if (!loop) return;
    this.#held = { loop, id: event.pointerId };
    this.#swallowsClick = true;
    try {
      this.#host.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is already gone, and its end event will follow.
    }
    if (event.pointerType === 'touch') navigator.vibrate?.(10);
    loop.start(event);
  }

  /** @param {boolean} isDrop */
  #end(isDrop) {
    this.#forget();
    if (!this.#held) return;
    const { loop } = this.#held;
    this.#held = null;
    if (isDrop) {
      loop.finish();
      void this.#actions.drop();
    } else {
      loop.stop();
      this.#actions.cancel();
    }
    setTimeout(() => {
      this.#swallowsClick = false;
    }, clickMs);
  }

  /**
   * Swallows the click that ends a drag.
   *
   * @param {MouseEvent} event
   */
  #clicked(event) {
    if (!this.#swallowsClick) return;
    this.#swallowsClick = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    if (!this.#held) return;
    this.#held.loop.noteKeys(event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#end(false);
  }
}
