import { element } from '../../dom/element.js';
import { isReadOnly } from '../../i18n/calendar-owners.js';

/** The edges that stretch an event with the mouse, on the event under it. */
export class ResizeHandles {
  #handles = [element('i', { class: 'grip start' }), element('i', { class: 'grip end' })];

  /** @param {EventTarget | null} target */
  offer(target) {
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
