import { element } from '../lib/dom.js';
import { t } from '../lib/strings.js';
import { iconButton } from './icon-button.js';

/**
 * Opens a dialog with a title, a way out, and the focus held inside; it leaves the page when closed.
 *
 * @param {DialogOptions} options
 * @returns {{ dialog: HTMLDialogElement, close: () => void }}
 */
export function openDialog({ title, body, kind = 'small', action = null, mayClose, closed }) {
  const id = `dialog-title-${document.querySelectorAll('dialog').length}`;
  const leave = async () => {
    if (!mayClose || await mayClose()) dialog.close();
  };
  const cross = iconButton('close', t('close'), leave);
  const head = element('div', { class: 'dialog-head' }, cross, element('h2', { id, text: title }), action);
  const dialog = element('dialog', { class: `dialog ${kind}`, 'aria-labelledby': id }, head, ...body);
  dialog.addEventListener('cancel', (event) => {
    if (event.target !== dialog) return;
    event.preventDefault();
    void leave();
  });
  // A press that begins inside and ends outside is a selection of text, not a wish to leave.
  dialog.addEventListener('pointerdown', (event) => {
    if (event.target === dialog && isOutside(dialog, event)) void leave();
  });
  dialog.addEventListener('close', (event) => {
    if (event.target !== dialog) return;
    dialog.remove();
    closed?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, close: () => dialog.close() };
}

/** @param {HTMLElement} dialog @param {PointerEvent} event */
function isOutside(dialog, event) {
  const box = dialog.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/**
 * Asks one question with a few answers.
 *
 * @template {string} Value
 * @param {Question<Value>} question
 * @returns {Promise<Value | null>} Nothing when the question was left.
 */
export function ask({ title, text = '', choices }) {
  return new Promise((resolve) => {
    /** @type {Value | null} */
    let answer = null;
    const buttons = choices.map(({ value, label, hint, tone }) => element('button', {
      type: 'button',
      class: `choice ${tone ?? ''}`,
      onclick: () => {
        answer = value;
        close();
      },
    }, element('span', { text: label }), hint ? element('small', { text: hint }) : null));
    const { close } = openDialog({
      title,
      body: [text ? element('p', { class: 'dialog-text', text }) : '', element('div', { class: 'choices' }, ...buttons)]
        .filter((part) => part !== '').map((part) => /** @type {Node} */ (part)),
      closed: () => resolve(answer),
    });
    buttons[0]?.focus();
  });
}
