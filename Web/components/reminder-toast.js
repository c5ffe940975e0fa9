/**
 * Shows a message that stays until it's closed or an action is chosen, beside those that show
 * already.
 *
 * @param {Notices} notices @param {string} text @param {ToastAction[]} actions
 * @returns {HTMLElement} The message.
 */
export function remind({ toasts, voice }, text, actions) {
  voice.say(text);
  return toasts.show(text, actions, 'reminder');
}
