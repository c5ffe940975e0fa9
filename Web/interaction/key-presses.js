/**
 * Whether key presses are meant for a field.
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
 * The letter typed, on any keyboard layout, or the name of another key. Not in a field, and not
 * while a dialog is open.
 *
 * @param {KeyboardEvent} event @returns {string} Letters in lower case; empty if the press can't be
 *   a shortcut.
 */
export function shortcutOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return '';
  if (isTyping(event.target) || document.querySelector('dialog[open]')) return '';
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/**
 * @param {KeyboardEvent} event @param {string} letter
 * @returns {boolean} Whether Ctrl or Cmd is pressed with a letter, and nothing else.
 */
const isCommand = (event, letter) =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === letter;

/**
 * @param {KeyboardEvent} event
 * @returns {boolean} Whether Ctrl or Cmd with K is pressed, which searches even from a field.
 */
export const isSearch = (event) => isCommand(event, 'k') && !document.querySelector('dialog[open]');

/** @param {KeyboardEvent} event @returns {boolean} Whether Ctrl or Cmd with P is pressed. */
export const isPrint = (event) => isCommand(event, 'p');

/**
 * @param {KeyboardEvent} event
 * @returns {'undo' | 'redo' | null} What Ctrl or Cmd with Z, or Ctrl with Y, asks for outside of
 *   fields.
 */
export function undoOf(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return null;
  if (document.querySelector('dialog[open]')) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && event.ctrlKey ? 'redo' : null;
}
