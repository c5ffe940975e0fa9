import { keepAboveKeyboard } from '../dom/above-keyboard.js';
import { openDialog } from './modal-dialog.js';
import { placePopover } from './popover-position.js';

/**
 * Opens a card on the page, which stays bright and can be used: beside the button of the side bar
 * that was pressed, otherwise in the middle. On a phone it stays above the keyboard.
 *
 * @param {Omit<DialogOptions, 'kind' | 'isModal'>} options
 */
export function openSideCard(options) {
  const end = new AbortController();
  // Opening the card moves the focus into it.
  const pressed = document.activeElement?.closest('side-bar') && document.activeElement;
  const at = pressed?.getBoundingClientRect();
  const opened = openDialog({
    ...options,
    kind: 'sheet',
    isModal: false,
    closed: () => {
      end.abort();
      options.closed?.();
    },
  });
  if (at) placePopover(opened.dialog, at);
  keepAboveKeyboard(opened.dialog, end.signal);
  return opened;
}
