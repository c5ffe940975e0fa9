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
 * Opens a form as a card on the page, with the button that saves at the end of its foot. If
 * something was typed, the close button asks before that is lost. Esc and a press elsewhere don't
 * ask: the form stays as it was left, and opens like that again.
 *
 * @param {string} name Becomes the id of the form.
 * @param {() => FormCard} make Makes the form, unless one of this name was left.
 */
export function openFormCard(name, make) {
  const card = leftForms.get(name) ?? make();
  leftForms.delete(name);
  const { title, form, body = [form], save, foot = [], isTouched } = card;
  form.id = name;
  save.setAttribute('form', name);
  const { dialog, signal } = openSideCard(
    {
      title,
      body,
      foot: [...foot, save],
      mayClose: () => !isTouched() || askDiscard(),
      keep: () => {
        if (!isTouched()) return;
        leftForms.set(name, card);
        tell(document, 'form-left', { title, open: () => openFormCard(name, make) });
      },
    },
    card.about,
  );
  card.opened?.(dialog, signal);
  card.focus?.();
}

/** @param {HTMLFormElement} form One that is saved, so its card closes. */
export function endForm(form) {
  closeDialogAround(form);
  // It may have been left while it was being saved.
  for (const [name, card] of leftForms) if (card.form === form) leftForms.delete(name);
}

/** Forgets what was typed, for example when the user signs out. */
export function forgetLeftForms() {
  leftForms.clear();
}
