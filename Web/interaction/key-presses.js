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
 * @param {KeyboardEvent} event
 * @returns {boolean} Whether it's a dialog's and not the page's: any while a modal one is open.
 */
export const isForDialog = ({ target }) =>
  document.querySelector('dialog:modal') !== null ||
  (target instanceof HTMLElement && target.closest('dialog') !== null);

/**
 * The letter that was typed, on any keyboard layout, or the name of another key. It's empty in a
 * field and in a dialog.
 *
 * @param {KeyboardEvent} event @returns {string} Letters in lower case; empty if the press can't be
 *   a shortcut.
 */
export function shortcutOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
    return '';
  if (isTyping(event.target) || isForDialog(event)) return '';
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/**
 * The command whose key is pressed.
 *
 * @param {KeyboardEvent} event @param {Command[]} commands
 * @returns {Command | undefined}
 */
export function commandOf(event, commands) {
  const plain = shortcutOf(event);
  const presses = plain === '' ? chordsOf(event) : [plain];
  const found = commands.find(({ keys }) => presses.some((press) => keys.includes(press)));
  if (!found || plain !== '' || found.reach === 'dialog') return found;
  const isOut = isForDialog(event) || (found.reach !== 'field' && isTyping(event.target));
  return isOut ? undefined : found;
}

/**
 * @param {KeyboardEvent} event
 * @returns {string[]} The names of a press with Ctrl or Cmd: "Mod" stands for either, "Ctrl" for
 *   that key alone.
 */
function chordsOf({ ctrlKey, metaKey, altKey, shiftKey, key, defaultPrevented }) {
  if (!(ctrlKey || metaKey) || altKey || defaultPrevented) return [];
  const press = `${shiftKey ? 'Shift ' : ''}${key.toLowerCase()}`;
  return [`Mod ${press}`, ...(ctrlKey ? [`Ctrl ${press}`] : [])];
}
