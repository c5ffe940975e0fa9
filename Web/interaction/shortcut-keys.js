/**
 * Whether a key press belongs to what is being typed in.
 *
 * @param {EventTarget | null} target
 */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  );
}

/**
 * Single letters by the letter typed, wherever its key is; never in a field, never over a dialog.
 *
 * @param {KeyboardEvent} event @returns {string} The letter, or nothing.
 */
export function shortcutOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return '';
  if (isTyping(event.target) || document.querySelector('dialog[open]')) return '';
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/**
 * @param {KeyboardEvent} event
 * @returns {boolean} Whether Ctrl or Cmd with K asks for the search, also from a field of the page.
 */
export function isSearch(event) {
  const isPressed =
    (event.ctrlKey || event.metaKey) &&
    !event.altKey &&
    !event.shiftKey &&
    event.key.toLowerCase() === 'k';
  return isPressed && !document.querySelector('dialog[open]');
}

/**
 * @param {KeyboardEvent} event
 * @returns {'undo' | 'redo' | null} What Ctrl or Cmd with Z or Y asks for outside of fields.
 */
export function undoOf(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return null;
  if (document.querySelector('dialog[open]')) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && event.ctrlKey ? 'redo' : null;
}
