import { remind } from '../components/reminder-toast.js';
import { hear } from '../dom/element.js';
import { isOthers } from '../i18n/calendar-owners.js';
import { dateText, timeText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { Reminders } from '../state/reminders.js';

/** How long a snoozed reminder stays silent. */
const snoozeMinutes = 10;

/**
 * Shows each reminder at its time: on the page and, if allowed, as a system notification.
 *
 * @param {Agenda} agenda
 * @param {Notices} notices
 * @param {(key: string) => void} open
 * @param {AbortSignal} signal
 */
export function announceReminders(agenda, notices, open, signal) {
  const reminders = new Reminders(agenda, signal);
  hear(
    reminders,
    'due',
    (/** @type {DueReminder} */ reminder) => {
      // Other people's reminders are for them.
      if (isOthers(reminder.calendar)) return;
      const when = reminder.allDay
        ? dateText(reminder.start, 'short')
        : `${dateText(reminder.start, 'short')}, ${timeText(reminder.start)}`;
      const title = reminder.title || t('untitled');
      remind(notices, [title, when, reminder.location].filter(Boolean).join(' · '), [
        {
          label: t('snooze', { n: snoozeMinutes }),
          run: () => reminders.snooze(reminder, snoozeMinutes),
        },
        { label: t('open'), run: () => open(reminder.key) },
      ]);
      if (
        typeof Notification !== 'function' ||
        Notification.permission !== 'granted' ||
        document.visibilityState === 'visible'
      )
        return;
      // The tag keeps several windows from showing the same notification.
      const shown = new Notification(title, {
        body: [when, reminder.location].filter(Boolean).join('\n'),
        tag: `${reminder.key} ${reminder.second}`,
      });
      shown.addEventListener('click', () => {
        window.focus();
        open(reminder.key);
        shown.close();
      });
    },
    signal,
  );
}
