import { element, focusedIn, rememberFocus } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { iconButton } from './icon-button.js';

/** A second press within this time of the first makes a double click. */
const doubleClickMs = 500;
/** How many dialogs were opened so far: each needs an id of its own for its title. */
let openedCount = 0;

/**
 * Opens a modal dialog with a title and a close button. It's removed from the page when closed.
 *
 * @param {DialogOptions} options
 * @returns {{ dialog: HTMLDialogElement, close: () => void }}
 */
export function openDialog({
  title,
  body,
  kind = 'small',
  action = null,
  foot = [],
  mayClose,
  closed,
}) {
  openedCount += 1;
  const id = `dialog-title-${openedCount}`;
  const focusBehind = rememberFocus();
  let isShut = false;
  const shut = () => {
    isShut = true;
    // Its `close` event comes later, and Back may be pressed before that.
    leaves.delete(dialog);
    dialog.close();
    focusBehind();
    ignoreSecondPress(document);
    // Until the next frame, keys would still go to the field that is no longer visible.
    focusedIn(dialog)?.blur();
    // The dialog leaves the page later. If another dialog with a form of the same name opens at
    // once, its buttons have to find that form.
    for (const form of dialog.querySelectorAll('form')) form.removeAttribute('id');
  };
  const leave = async () => {
    if (!mayClose || (await mayClose())) return shut();
    // A press on plain text may have taken the focus from the field.
    if (!dialog.querySelector(':focus')) dialog.querySelector('input')?.focus();
  };
  const cross = iconButton('close', t('close'), leave);
  const head = element(
    'div',
    { class: 'dialog-head' },
    cross,
    element('h2', { id, text: title }),
    action,
  );
  const dialog = element(
    'dialog',
    { class: `dialog ${kind}`, 'aria-labelledby': id },
    head,
    ...body,
    foot.length > 0 && element('div', { class: 'dialog-foot' }, ...foot),
  );
  dialog.addEventListener('cancel', (event) => {
    if (event.target !== dialog) return;
    event.preventDefault();
    void leave();
  });
  ignoreSecondPress(dialog);
  // Only a press that begins outside closes the dialog; one that begins inside and ends outside
  // selects text. The press must not take the focus from the question that may follow.
  dialog.addEventListener('mousedown', (event) => {
    if (!isOutside(dialog, event)) return;
    event.preventDefault();
    void leave();
  });
  dialog.addEventListener('close', (event) => {
    if (event.target !== dialog) return;
    // After repeated presses of Escape or Back, the browser closes a dialog without asking.
    if (!isShut && mayClose) {
      showAgain(dialog);
      return void leave();
    }
    leaves.delete(dialog);
    dialog.remove();
    closed?.();
  });
  leaves.set(dialog, leave);
  shuts.set(dialog, shut);
  holdBack();
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, close: shut };
}

/**
 * The function that closes each open dialog; the topmost dialog is last.
 *
 * @type {Map<HTMLDialogElement, () => unknown>}
 */
const leaves = new Map();
/** @type {WeakMap<Element, () => void>} The function that closes a dialog without asking. */
const shuts = new WeakMap();

/** @param {Element} part An element of a dialog, which closes without asking. */
export function closeDialogAround(part) {
  const dialog = part.closest('dialog');
  if (dialog) shuts.get(dialog)?.();
}

/**
 * Shows a dialog again that the browser has closed although something was typed. Questions that
 * were opened over it are closed without an answer.
 *
 * @param {HTMLDialogElement} dialog
 */
function showAgain(dialog) {
  const open = [...leaves];
  const over = open.slice(open.findIndex(([other]) => other === dialog) + 1);
  for (const [, leave] of over) leave();
  dialog.showModal();
}

/** The longest time that going forward again after Back takes. */
const returnMs = 500;
let isHeld = false;

/**
 * Makes Back close the topmost dialog instead of the view; the dialog asks first if something was
 * typed.
 */
function holdBack() {
  if (isHeld) return;
  isHeld = true;
  let returnedMs = -Infinity;
  addEventListener(
    'popstate',
    (event) => {
      const isReturn = event.timeStamp - returnedMs < returnMs;
      const leave = [...leaves.values()].at(-1);
      if (!isReturn && !leave) return;
      event.stopImmediatePropagation();
      returnedMs = isReturn ? -Infinity : event.timeStamp;
      if (isReturn) return;
      history.go(1);
      leave?.();
    },
    { capture: true },
  );
}

/**
 * Ignores the second half of a double click whose first half has just opened or closed a dialog: it
 * would press something in the dialog, or create an event under it.
 *
 * @param {HTMLElement | Document} target Where the second half would arrive.
 */
export function ignoreSecondPress(target) {
  const sinceMs = performance.now();
  const controller = new AbortController();
  setTimeout(() => controller.abort(), doubleClickMs);
  for (const name of /** @type {const} */ (['mousedown', 'click', 'dblclick'])) {
    target.addEventListener(
      name,
      (event) => {
        const { detail } = /** @type {MouseEvent} */ (event);
        if (detail < 2 || event.timeStamp - sinceMs >= doubleClickMs) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true, signal: controller.signal },
    );
  }
}

/** @param {HTMLElement} dialog @param {MouseEvent} event */
function isOutside(dialog, { target, clientX, clientY }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return (
    target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)
  );
}

/**
 * Asks one question with a few answers.
 *
 * @template {string} Value
 * @param {Question<Value>} question
 * @returns {Promise<Value | null>} Null if the dialog was closed without an answer.
 */
export function ask({ title, text = '', choices, kind = 'small', looked }) {
  return new Promise((resolve) => {
    /** @type {Value | null} */
    let answer = null;
    const buttons = choices.map(({ value, label, hint, tone }) =>
      element(
        'button',
        {
          type: 'button',
          class: `choice ${tone ?? ''}`,
          onclick: () => {
            answer = value;
            close();
          },
          onfocus: () => looked?.(value),
          onpointerenter: () => looked?.(value),
        },
        element('span', { text: label }),
        hint && element('small', { text: hint }),
      ),
    );
    const { close } = openDialog({
      title,
      kind,
      body: [
        ...(text ? [element('p', { class: 'dialog-text', text })] : []),
        element('div', { class: 'choices' }, ...buttons),
      ],
      closed: () => resolve(answer),
    });
    buttons[0]?.focus();
  });
}

/**
 * @returns {Promise<boolean>} Whether the user agrees to lose what they typed.
 */
export const askDiscard = async () =>
  (await ask({
    title: t('discardTitle'),
    text: t('discardText'),
    choices: [
      { value: 'keep', label: t('keepEditing'), tone: 'primary' },
      { value: 'discard', label: t('discard'), tone: 'danger' },
    ],
  })) === 'discard';
