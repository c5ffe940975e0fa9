/** By then it has been spoken; who reads the page later should not find it. */
const spokenMs = 10_000;

/** The one place where the page speaks to a screen reader, politely. */
export class LiveRegion extends HTMLElement {
  #timer = 0;

  connectedCallback() {
    this.className = 'unseen';
    this.setAttribute('aria-live', 'polite');
    this.setAttribute('role', 'status');
  }

  /** @param {string} text */
  say(text) {
    // The same sentence twice must be a change to be spoken twice.
    this.textContent = text === this.textContent ? `${text}\u00a0` : text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.textContent = '';
    }, spokenMs);
  }
}

customElements.define('live-region', LiveRegion);
