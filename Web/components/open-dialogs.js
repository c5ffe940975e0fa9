/**
 * The function that closes each open dialog; the topmost dialog is last.
 *
 * @type {Map<HTMLDialogElement, () => unknown>}
 */
export const openDialogs = new Map();

/**
 * Closes the cards that are open, as a press elsewhere does; not those that stay, and not under a
 * modal dialog, which needs its card.
 */
export function dismissCards() {
  for (const [dialog, leave] of [...openDialogs].reverse()) {
    if (dialog.matches(':modal')) return;
    if (!dialog.matches('.stays')) leave();
  }
}
