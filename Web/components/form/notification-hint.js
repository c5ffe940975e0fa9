import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { notificationPermission } from '../system-notification.js';

/**
 * Asks for permission to show notifications, unless the user has already decided. Browsers show the
 * question only right after a press.
 */
export async function askToNotify() {
  if (notificationPermission() === 'default') await Notification.requestPermission();
}

/**
 * @returns {string} Why the browser asks, or what a refusal means; empty if there's nothing to say.
 */
export function notificationText() {
  const said = { default: t('whyNotify'), denied: t('notifyDenied') };
  return said[/** @type {'default' | 'denied'} */ (notificationPermission())] ?? '';
}

/** The notification text as a line below a form's reminders. */
export class NotificationHint {
  element = element('p', { class: 'hint' });

  /** @param {boolean} hasReminders */
  show(hasReminders) {
    const text = hasReminders ? notificationText() : '';
    this.element.textContent = text;
    this.element.hidden = text === '';
  }
}
