import { MonthGrid } from '../../components/month-grid.js';
import { hear, onResize, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @type {[string, string]} */
const bounds = ['1900-01-01', '2199-12-31'];

/**
 * A month in the sidebar, to go to a day in the view beside it. It follows the view, but can also be turned on its own. Fires `day-wanted`.
 */
export class SmallMonth extends HTMLElement {
  /** @type {Agenda | null} */
  #agenda = null;
  /** @type {Settings | null} */
  #settings = null;
  /** The day in the view. */
  #date = '';
  #listeners = new AbortController();
  #grid = new MonthGrid({
    label: t('smallMonth'),
    bounds: () => bounds,
    firstWeekday: () => this.#settings?.firstWeekday ?? 1,
    today: () => this.#agenda?.today ?? '',
    chosen: () => this.#date,
    isShown: () => this.offsetParent !== null,
    choose: (date) => tell(this, 'day-wanted', { date }),
  });

  /** @param {{ agenda: Agenda, settings: Settings }} model */
  set model({ agenda, settings }) {
    [this.#agenda, this.#settings] = [agenda, settings];
  }

  connectedCallback() {
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    this.append(this.#grid.element);
    hear(document, 'view-rest', ({ date }) => this.#follow(date), signal);
    this.#agenda?.addEventListener('change', () => this.#grid.fill(), { signal });
    this.#settings?.addEventListener('change', () => this.#grid.draw(), { signal });
    onResize(this, () => this.#grid.fill(), signal);
    this.#follow(this.#date || this.#agenda?.today || bounds[0]);
  }

  disconnectedCallback() {
    this.#listeners.abort();
  }

  /** @param {string} date The day in the view. */
  #follow(date) {
    if (date === this.#date) return;
    this.#date = date;
    this.#grid.turnTo(date);
  }
}

customElements.define('small-month', SmallMonth);
