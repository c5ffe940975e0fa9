/**
 * @returns {boolean} Whether somebody is at something that the page must not take out of their
 *   hand: a dialog, a drawn event's title, a drag, an event carried by keys.
 */
export function hasUnfinishedInput() {
  return document.querySelector('dialog[open], .title-field, .holding, .carrying') !== null;
}
