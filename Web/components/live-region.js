/** By then it has been spoken, and shouldn't be found by a person who reads the page later. */
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
    // Repeating the same text is only spoken if it counts as a change.
    this.textContent = text === this.textContent ? `${text}\u00a0` : text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.textContent = '';
    }, spokenMs);
  }
}

customElements.define('live-region', LiveRegion);
