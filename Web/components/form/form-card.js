import { tell } from '../../dom/element.js';
import { askDiscard, closeDialogAround } from '../modal-dialog.js';
import { openSideCard } from '../side-card.js';

/**
 * Forms that were left with something typed, by their names.
 *
 * @type {Map<string, FormCard>}
 */
const leftForms = new Map();
/**
 * What the tab keeps of them over a reload.
 *
 * @type {FormStore | null}
 */
let store = null;

/** @param {FormStore} kept Keeps what was typed into forms that were left. */
export function keepLeftForms(kept) {
  store = kept;
}

/**
 * Opens a form as a card on the page, with the button that saves at the end of its foot. If
 * something was typed, the close button asks before that is lost. Esc and a press elsewhere don't
 * ask: the form stays as it was left, and opens like that again.
 *
 * @param {string} name Becomes the id of the form.
 * @param {() => FormCard} make Makes the form, unless one of this name was left.
 */
export function openFormCard(name, make) {
  const card = leftForms.get(name) ?? refilled(make(), store?.of(name));
  leftForms.delete(name);
  const { title, form, body = [form], save, foot = [], isTouched } = card;
  form.id = name;
  save.setAttribute('form', name);
  const { dialog, signal } = openSideCard(
    {
      title,
      body,
      foot: [...foot, save],
      mayClose: async () => {
        const mayClose = !isTouched() || (await askDiscard());
        if (mayClose) store?.remove(name);
        return mayClose;
      },
      keep: () => {
        if (!isTouched()) return void store?.remove(name);
        leftForms.set(name, card);
        if (card.fields) store?.keep(name, card.fields.map(valueOf));
        tell(document, 'form-left', { title, open: () => openFormCard(name, make) });
      },
    },
    card.about,
  );
  card.opened?.(dialog, signal);
  card.focus?.();
}

/**
 * Types into a form what was kept of it, as far as that differs.
 *
 * @param {FormCard} card @param {string[] | null | undefined} values
 */
function refilled(card, values) {
  const { fields = [] } = card;
  if (values?.length !== fields.length) return card;
  fields.forEach((field, index) => {
    const value = values[index] ?? '';
    if (value === valueOf(field)) return;
    if (isTick(field)) field.checked = value !== '';
    else field.value = value;
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  });
  return card;
}

/** @param {FormField} field @returns {string} What it has; of a tick, whether it's set. */
const valueOf = (field) => (isTick(field) ? (field.checked ? '1' : '') : field.value);

/** @param {FormField} field @returns {field is HTMLInputElement} */
const isTick = (field) => field instanceof HTMLInputElement && field.type === 'checkbox';

/** @param {HTMLFormElement} form One that is saved, so its card closes. */
export function endForm(form) {
  closeDialogAround(form);
  store?.remove(form.id);
  // It may have been left while it was being saved.
  for (const [name, card] of leftForms) if (card.form === form) leftForms.delete(name);
}

/** Forgets the forms, for example when the user signs out. */
export function forgetLeftForms() {
  leftForms.clear();
}
