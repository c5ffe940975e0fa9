import { TextOffers } from '../../components/form/text-offers.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * Asks for the title of an event just drawn, in its block. Enter or a click elsewhere keeps what
 * was typed; Esc discards it.
 *
 * @param {HTMLElement} host
 * @param {(text: string, take: (template: EventTemplate) => void) => TextOffer[]} find The earlier
 *   events to offer for what is typed.
 * @param {(title: string, byKey: boolean, template: EventTemplate | null) => void} done Called once;
 *   the title is empty if it was discarded. If a key ended it, the caller has to find a new place
 *   for the focus. With a template, the event takes over all of it.
 */
export function askTitle(host, find, done) {
  let isDone = false;
  /** @param {string} title @param {EventTemplate | null} [template] */
  const finish = (title, byKey = false, template = null) => {
    if (isDone) return;
    isDone = true;
    host.removeAttribute('aria-hidden');
    field.disabled = true;
    done(title.trim(), byKey, template);
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
  const line = element('div', { class: 'title-line' }, field);
  new TextOffers(field, {
    field: line,
    find: (text) => find(text, (template) => finish(template.title, true, template)),
  });
  host.removeAttribute('aria-hidden');
  host.replaceChildren(line);
  swallowLeavingClick(host, field);
  field.focus({ preventScroll: true });
}

/**
 * The press that leaves the field only ends the naming: it must not also open the event it's on.
 *
 * @param {HTMLElement} host @param {HTMLInputElement} field
 */
function swallowLeavingClick(host, field) {
  const listening = new AbortController();
  const { signal } = listening;
  const view = host.closest('[data-view]') ?? host;
  let isLeaving = false;
  view.addEventListener(
    'mousedown',
    ({ target }) => {
      if (isLeaving || field.disabled) return listening.abort();
      isLeaving = target instanceof Node && !host.contains(target);
    },
    { signal, capture: true },
  );
  view.addEventListener(
    'click',
    (event) => {
      if (!isLeaving) return;
      event.stopPropagation();
      listening.abort();
    },
    { signal, capture: true },
  );
}
