import { announceReminders } from './reminder-alerts.js';
import { noticeStorage } from './storage-notice.js';

/**
 * Says what nobody has asked for: that an event begins, that there's not much room left, and that
 * something isn't saved.
 *
 * @param {EventModel} model @param {Notices} notices
 * @param {(key: string) => void} open Shows an event.
 * @param {AbortSignal} signal
 */
export function announce(model, notices, open, signal) {
  announceReminders(model, notices, open, signal);
  noticeStorage(model, notices, signal);
  askBeforeLosingDrafts(notices, signal);
}

/**
 * Asks before the page is left while a message has an event that wasn't saved: on other devices it's
 * missing, and one that's too long isn't even kept on this one.
 *
 * @param {Notices} notices @param {AbortSignal} signal
 */
function askBeforeLosingDrafts({ toasts }, signal) {
  addEventListener(
    'beforeunload',
    (event) => {
      if (toasts.querySelector('.draft')) event.preventDefault();
    },
    { signal },
  );
}
