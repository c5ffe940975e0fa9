import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * Asks for the title of what was just drawn, where it was drawn. What was typed is kept by a click
 * elsewhere; Esc gives it up.
 *
 * @param {HTMLElement} host
 * @param {(title: string, byKey: boolean) => void} done Told once, with nothing when it was given
 *   up; what a key ended leaves the focus without a place.
 */
export function askTitle(host, done) {
  let isDone = false;
  const finish = (/** @type {string} */ title, byKey = false) => {
    if (isDone) return;
    isDone = true;
    host.removeAttribute('aria-hidden');
    field.disabled = true;
    done(title.trim(), byKey);
  };
  const field = element('input', {
    type: 'text',
    class: 'title-field',
    'aria-label': t('title'),
    placeholder: t('newEvent'),
    maxlength: 1000,
    autocomplete: 'off',
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      event.stopPropagation();
      if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
      // The key must not press what gets the focus next.
      event.preventDefault();
      finish(event.key === 'Enter' ? field.value : '', true);
    },
    onblur: () => finish(field.value),
  });
  host.removeAttribute('aria-hidden');
  host.replaceChildren(field);
  field.focus({ preventScroll: true });
}
