import { keepAboveKeyboard } from '../dom/above-keyboard.js';
import { openDialog } from './modal-dialog.js';
import { placePopover } from './popover-position.js';

/**
 * Opens a card on the page, which stays bright and can be used: beside the pressed button of the
 * side bar or of the bar for selected events, or else beside what it's about. On a phone it stays above the keyboard.
 *
 * @param {Omit<DialogOptions, 'kind' | 'isModal' | 'closed'>} options
 * @param {DOMRect} [about] Where on the screen it is what the card is about.
 * @returns {{ dialog: HTMLDialogElement, close: () => void, signal: AbortSignal }} The signal ends
 *   with the card.
 */
export function openSideCard(options, about) {
  const end = new AbortController();
  const { signal } = end;
  // Opening the card moves the focus into it.
  const focused = document.activeElement;
  const pressed = focused?.closest('side-bar, .selection-bar') ? focused : null;
  const at = pressed?.getBoundingClientRect() ?? about;
  const { dialog, close } = openDialog({
    ...options,
    kind: 'sheet',
    isModal: false,
    closed: () => end.abort(),
  });
  if (at) placePopover(dialog, at);
  keepAboveKeyboard(dialog, signal);
  return { dialog, close, signal };
}
