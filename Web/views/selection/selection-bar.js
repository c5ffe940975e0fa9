import { iconButton } from '../../components/icon-button.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @typedef {'move' | 'copy' | 'calendar' | 'color' | 'delete' | 'clear'} SelectionCommand */

/** The actions on the selected events: a toolbar with one tab stop, at the bottom. */
export class SelectionBar {
  #count = element('strong', { class: 'selection-count' });
  #buttons;
  element;

  /** @param {(command: SelectionCommand) => void} run */
  constructor(run) {
    const button = (
      /** @type {Message} */ label,
      /** @type {SelectionCommand} */ command,
      tone = '',
    ) =>
      element('button', {
        type: 'button',
        class: tone,
        text: t(label),
        onclick: () => run(command),
      });
    this.#buttons = [
      button('moveSelected', 'move'),
      button('copySelected', 'copy'),
      button('calendar', 'calendar'),
      button('color', 'color'),
      button('delete', 'delete', 'warning'),
      iconButton('close', t('clearSelection'), () => run('clear')),
    ];
    const name = { 'aria-label': t('selectedEvents') };
    this.element = element(
      'section',
      { class: 'selection-bar', ...name },
      this.#count,
      element('div', { class: 'selection-actions', role: 'toolbar', ...name }, ...this.#buttons),
    );
    // Messages appear above the bar, which has more rows on a narrow screen or with large text.
    new ResizeObserver(() => {
      const { classList, style } = document.body;
      style.setProperty('--selection-bar', `${this.element.offsetHeight}px`);
      classList.toggle('with-selection', this.element.isConnected);
    }).observe(this.element);
    this.element.addEventListener('keydown', (event) => this.#pressed(event));
    this.element.addEventListener('focusin', ({ target }) => this.#mark(target));
    this.#mark(this.#buttons[0]);
  }

  /** @param {number} n */
  show(n) {
    this.#count.textContent = t('selectedCount', { n });
    if (!this.element.isConnected) document.body.append(this.element);
  }

  focus() {
    this.#buttons.find(({ tabIndex }) => tabIndex === 0)?.focus();
  }

  /** @param {EventTarget | null | undefined} stop The button that Tab reaches. */
  #mark(stop) {
    for (const button of this.#buttons) button.tabIndex = button === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const last = this.#buttons.length - 1;
    const here = this.#buttons.findIndex((button) => button === event.target);
    const forward = document.dir === 'rtl' ? -1 : 1;
    /** @type {Record<string, number>} */
    const places = {
      ArrowRight: here + forward,
      ArrowLeft: here - forward,
      Home: 0,
      End: last,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#buttons.at(place > last ? 0 : place)?.focus();
  }
}
