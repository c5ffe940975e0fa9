/** By then it has been spoken. Somebody reading the page later shouldn't come across it. */
const spokenMs = 10_000;

/** Speaks to screen readers, politely. The page has only one. */
export class LiveRegion extends HTMLElement {
  #timer = 0;

  connectedCallback() {
    this.className = 'unseen';
    this.setAttribute('aria-live', 'polite');
    this.setAttribute('role', 'status');
  }

  /** @param {string} text */
  say(text) {
    // The same text again is only spoken if it counts as a change.
    this.textContent = text === this.textContent ? `${text}\u00a0` : text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.textContent = '';
    }, spokenMs);
  }
}

customElements.define('live-region', LiveRegion);
