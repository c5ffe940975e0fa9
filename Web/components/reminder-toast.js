/**
 * Shows a message that stays until it's closed or an action is chosen, in the reminders' own place
 * beside those that show already.
 *
 * @param {Notices} notices @param {string} text @param {ToastAction[]} actions
 * @returns {HTMLElement} The message.
 */
export function remind({ reminders, voice }, text, actions) {
  voice.say(text);
  return reminders.show(text, actions, 'reminder');
}

/**
 * Shows a message about something that others did, in the reminders' place. It ends by itself.
 *
 * @param {Notices} notices @param {string} text @param {ToastAction[]} actions
 * @returns {HTMLElement} The message.
 */
export function inform({ reminders, voice }, text, actions) {
  voice.say(text);
  return reminders.show(text, actions);
}
