import { announceReminders } from './reminder-alerts.js';
import { noticeStorage } from './storage-notice.js';

/**
 * Says what nobody has asked for: that an event begins, and that there's not much room left.
 *
 * @param {EventModel} model @param {Notices} notices
 * @param {(key: string) => void} open Shows an event.
 * @param {AbortSignal} signal
 */
export function announce(model, notices, open, signal) {
  announceReminders(model.agenda, notices, open, signal);
  noticeStorage(model, notices, signal);
}
