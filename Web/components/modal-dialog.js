import { element, focusedIn, rememberFocus } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { iconButton } from './icon-button.js';
import { openDialogs } from './open-dialogs.js';

/** A second press within this time of the first makes a double click. */
const doubleClickMs = 500;
/** How many dialogs were opened so far: each needs an id of its own for its title. */
let openedCount = 0;

/**
 * Opens a dialog with a title and a close button. It's removed from the page when closed.
 *
 * A modal one dims the page. Otherwise it's a card on the page, which stays usable: a press
 * elsewhere closes the card and does what it would have done without it. Esc, Back and such a press
 * ask nothing, but keep what is typed. Over a modal dialog a card is modal too: otherwise it
 * couldn't be reached.
 *
 * Back closes a dialog without a step in the history; a page, which has addresses of its own, closes
 * itself when Back leads away from them.
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
  isModal: isMeantModal = true,
  isPage = false,
  isPart = () => false,
  stays = false,
  mayClose,
  keep,
  closed,
}) {
  openedCount += 1;
  const isModal = isMeantModal || [...openDialogs.keys()].some((other) => other.matches(':modal'));
  const id = `dialog-title-${openedCount}`;
  const focusBehind = rememberFocus();
  let isShut = false;
  const end = new AbortController();
  const shut = ({ ignoresSecondPress = true } = {}) => {
    isShut = true;
    end.abort();
    // Its `close` event comes later, and Back may be pressed before that.
    openDialogs.delete(dialog);
    dialog.close();
    focusBehind();
    if (ignoresSecondPress) ignoreSecondPress(document);
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
  const dismiss = (/** @type {{ ignoresSecondPress?: boolean }} */ how = {}) => {
    keep?.();
    shut(how);
  };
  const leaving = iconButton(isPage ? 'back' : 'close', t('close'), leave);
  const heading = element('h2', { id, text: title });
  // A page has an arrow back to the calendar at its start, everything else a cross at its end.
  const inOrder = isPage ? [leaving, heading, action] : [heading, action, leaving];
  const head = element('div', { class: 'dialog-head' }, ...inOrder);
  const dialog = element(
    'dialog',
    {
      class: `dialog ${kind}${isMeantModal ? '' : ' bright'}${stays ? ' stays' : ''}`,
      'aria-labelledby': id,
      // A press on plain text in a card leaves the focus in it.
      tabindex: isModal ? null : -1,
    },
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
    if (!isModal || !isOutside(dialog, event)) return;
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
    openDialogs.delete(dialog);
    dialog.remove();
    closed?.();
  });
  openDialogs.set(dialog, isModal || stays ? leave : dismiss);
  if (isPage) pages.add(dialog);
  shuts.set(dialog, shut);
  holdBack();
  document.body.append(dialog);
  if (isModal) dialog.showModal();
  else {
    dialog.show();
    listenAround(dialog, { isPart, stays, dismiss: stays ? leave : dismiss }, end.signal);
  }
  return { dialog, close: () => shut() };
}

/** How far a pointer moves before a press becomes a drag. */
const dragPx = 4;

/**
 * Closes a card by Esc, wherever the focus is, and by a press elsewhere; keeps Tab within it.
 *
 * @param {HTMLDialogElement} dialog
 * @param {{ isPart: (target: Element) => boolean, stays: boolean, dismiss: (how?: {
 *   ignoresSecondPress: boolean }) => void }} card If it stays, a press elsewhere doesn't close it.
 * @param {AbortSignal} signal
 */
function listenAround(dialog, { isPart, stays, dismiss }, signal) {
  const isTop = () => [...openDialogs.keys()].at(-1) === dialog;
  const dismissByPress = () => dismiss({ ignoresSecondPress: false });
  // The press of a finger that scrolls is no mouse press.
  document.addEventListener(
    'mousedown',
    ({ target, clientX, clientY }) => {
      if (stays || !isTop() || !(target instanceof Element) || dialog.contains(target)) return;
      if (!isPart(target)) return dismissByPress();
      // Whoever drags the event that the card shows no longer needs the card.
      const drag = new AbortController();
      const moved = (/** @type {PointerEvent} */ event) => {
        if (Math.hypot(event.clientX - clientX, event.clientY - clientY) > dragPx) dismissByPress();
      };
      const during = { capture: true, signal: drag.signal };
      document.addEventListener('pointermove', moved, during);
      document.addEventListener('pointerup', () => drag.abort(), during);
      signal.addEventListener('abort', () => drag.abort());
    },
    { capture: true, signal },
  );
  // On the body: after menus and lists, which close first, and before the page's shortcuts.
  document.body.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.isComposing || !isTop()) return;
      if (event.key === 'Tab') keepFocusIn(dialog, event);
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      dismiss();
    },
    { signal },
  );
}

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * Makes Tab go on at the other end of a card.
 *
 * @param {HTMLElement} card @param {KeyboardEvent} event
 */
function keepFocusIn(card, event) {
  const focused = document.activeElement;
  const stops = [...card.querySelectorAll(focusable)].filter(
    (stop) =>
      stop instanceof HTMLElement &&
      stop.tabIndex >= 0 &&
      !stop.matches(':disabled') &&
      stop.checkVisibility(),
  );
  if (event.shiftKey) stops.reverse();
  const rest = stops.slice(stops.findIndex((stop) => stop === focused) + 1);
  const isInside = focused !== null && (stops.includes(focused) || focused === card);
  const isLast =
    stops.includes(focused ?? card) && rest.every((stop) => isSameChoice(stop, focused));
  const isFirstBackwards = focused === card && event.shiftKey;
  if (isInside && !isLast && !isFirstBackwards) return;
  event.preventDefault();
  /** @type {HTMLElement | undefined} */ (stops[0])?.focus();
}

/**
 * @param {Element | null} a @param {Element | null} b
 * @returns {boolean} Whether they're choices between which the arrows move, not Tab.
 */
const isSameChoice = (a, b) =>
  a instanceof HTMLInputElement &&
  b instanceof HTMLInputElement &&
  a.type === 'radio' &&
  b.type === 'radio' &&
  a.name === b.name;

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
  const open = [...openDialogs];
  const over = open.slice(open.findIndex(([other]) => other === dialog) + 1);
  for (const [, leave] of over) leave();
  dialog.showModal();
}

/** The dialogs with addresses of their own. @type {WeakSet<Element>} */
const pages = new WeakSet();

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
      const [dialog, leave] = [...openDialogs].at(-1) ?? [];
      if (!isReturn && (!dialog || pages.has(dialog))) return;
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
        // The first half of another double click, which opens nothing here.
        if (name === 'mousedown' && detail < 2) return controller.abort();
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
