const marginPx = 8;

/**
 * Shows something beside a field, above every dialog. It closes on Escape, on a press elsewhere,
 * and when the focus leaves the field.
 */
export class FieldPopup {
  #field;
  #closed;
  #end = new AbortController();
  element;
  /** Its greatest height; more would cover the form. */
  mostPx = 384;

  /**
   * @param {HTMLElement} field @param {HTMLElement} popup A child of the field.
   * @param {() => void} closed
   */
  constructor(field, popup, closed) {
    this.#field = field;
    this.#closed = closed;
    this.element = popup;
    popup.popover = 'manual';
    popup.classList.add('field-popup');
  }

  get isOpen() {
    return this.element.matches(':popover-open');
  }

  open() {
    if (this.isOpen) return;
    this.#end = new AbortController();
    const { signal } = this.#end;
    this.element.showPopover();
    this.place();
    const outside = (/** @type {Event} */ { target }) => {
      if (target instanceof Node && !this.#field.contains(target)) this.close();
    };
    document.addEventListener('pointerdown', outside, { capture: true, signal });
    this.#field.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !this.#field.contains(relatedTarget)) this.close();
      },
      { signal },
    );
    // The form below it may scroll, and the keyboard of a phone may come up.
    for (const target of [document, globalThis.visualViewport])
      for (const name of ['scroll', 'resize'])
        target?.addEventListener(name, () => this.place(), { capture: true, signal });
  }

  close() {
    if (!this.isOpen) return;
    this.#end.abort();
    this.element.hidePopover();
    this.#closed();
  }

  /** Below the field, or above it where there's more room; never under a phone's keyboard. */
  place() {
    const at = this.#field.getBoundingClientRect();
    const view = globalThis.visualViewport;
    const topPx = view?.offsetTop ?? 0;
    const bottomPx = topPx + (view?.height ?? innerHeight);
    const { style } = this.element;
    const [belowPx, abovePx] = [bottomPx - at.bottom - marginPx, at.top - topPx - marginPx];
    const wantedPx = Math.min(this.element.scrollHeight, this.mostPx);
    const isBelow = belowPx >= wantedPx || belowPx >= abovePx;
    style.maxBlockSize = `${Math.min(this.mostPx, isBelow ? belowPx : abovePx)}px`;
    const heightPx = this.element.offsetHeight;
    style.top = `${isBelow ? at.bottom + 4 : Math.max(topPx + 4, at.top - heightPx - 4)}px`;
    const { offsetWidth: widthPx } = this.element;
    const from = document.dir === 'rtl' ? at.right - widthPx : at.left;
    style.left = `${Math.max(marginPx, Math.min(from, innerWidth - widthPx - marginPx))}px`;
  }
}
