/**
 * @returns {boolean} Whether the user is in the middle of something that a reload would interrupt:
 *   a dialog, the title of a drawn event, a drag, or a move by keyboard.
 */
export function hasUnfinishedInput() {
  return document.querySelector('dialog[open], .title-field, .holding, .carrying') !== null;
}
