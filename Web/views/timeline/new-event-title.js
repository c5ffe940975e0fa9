import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * Asks for the title of an event just drawn, in its block. Enter or a click elsewhere keeps what
 * was typed; Esc discards it.
 *
 * @param {HTMLElement} host
 * @param {(title: string, byKey: boolean) => void} done Called once; the title is empty if it was
 *   discarded. If a key ended it, the caller has to find a new place for the focus.
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
      // Otherwise the key would also press whatever gets the focus next.
      event.preventDefault();
      finish(event.key === 'Enter' ? field.value : '', true);
    },
    onblur: () => finish(field.value),
  });
  host.removeAttribute('aria-hidden');
  host.replaceChildren(field);
  field.focus({ preventScroll: true });
}
