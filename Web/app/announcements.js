import { offerLeftForms } from './left-forms.js';
import { sayNextInTitle } from './next-event-title.js';
import { announceReminders } from './reminder-alerts.js';
import { noticeStorage } from './storage-notice.js';

/**
 * Announces what the user hasn't asked for: an event that begins, little room left, changes that
 * couldn't be saved, and forms that were left.
 *
 * @param {EventModel} model @param {Notices} notices
 * @param {(key: string) => void} open Shows an event.
 * @param {AbortSignal} signal
 */
export function announce(model, notices, open, signal) {
  announceReminders(model, notices, open, signal);
  noticeStorage(model, notices, signal);
  sayNextInTitle(model, signal);
  askBeforeLosingDrafts(model, signal);
  offerLeftForms(model.agenda.people.me, notices, signal);
}

/**
 * Asks before the page is left while it has a draft that this device couldn't keep: nothing else
 * has it.
 *
 * @param {EventModel} model @param {AbortSignal} signal
 */
function askBeforeLosingDrafts({ drafts }, signal) {
  addEventListener(
    'beforeunload',
    (event) => {
      if (drafts.wouldLose) event.preventDefault();
    },
    { signal },
  );
}
