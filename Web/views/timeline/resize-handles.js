import { element } from '../../dom/element.js';
import { isReadOnly } from '../../i18n/calendar-owners.js';

/**
 * The handles that stretch an event, on the one under the mouse or the one a finger lifted last.
 */
export class ResizeHandles {
  #handles = [element('i', { class: 'grip start' }), element('i', { class: 'grip end' })];
  /** @type {Element | null} The bar that shows its own handles. */
  #bar = null;

  /** @param {EventTarget | null} target */
  offer(target) {
    const bar = target instanceof Element ? target.closest('.bars .bar') : null;
    this.#bar?.classList.remove('gripped');
    this.#bar = bar;
    bar?.classList.add('gripped');
    const button = target instanceof Element ? target.closest('.hours-event') : null;
    if (
      !(button instanceof HTMLElement) ||
      button.classList.contains('held') ||
      isReadOnly(button.dataset['calendar'] ?? '')
    )
      return;
    const ends = [!button.classList.contains('from-before'), !button.classList.contains('goes-on')];
    this.#handles.forEach((handle, index) => {
      if (!ends[index]) handle.remove();
      else if (handle.parentElement !== button) button.append(handle);
    });
  }
}
