import { remind } from '../components/reminder-toast.js';
import { notifyAway } from '../components/system-notification.js';
import { hear } from '../dom/element.js';
import { isOthers } from '../i18n/calendar-owners.js';
import { dateText, timeText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { isTold } from '../state/notification-kinds.js';
import { Reminders } from '../state/reminders.js';
import { meetingLinks } from '../views/event/meeting-links.js';

/** How long a snoozed reminder stays silent. */
const snoozeMinutes = 10;

/** @typedef {import('../state/reminders.js').Ring} Ring */

/**
 * Shows each reminder at its time: on the page and, if allowed, as a system notification. Both
 * disappear when the user has seen the reminder on another device.
 *
 * @param {EventModel} model
 * @param {Notices} notices
 * @param {(key: string) => void} open
 * @param {AbortSignal} signal
 */
export function announceReminders(model, notices, open, signal) {
  const reminders = new Reminders(model, signal);
  /**
   * What closes each reminder that is shown, by the reminder's name. @type {Map<string, () =>
   * void>}
   */
  const shown = new Map();
  /** @param {Ring} ring */
  const close = ({ name }) => {
    shown.get(name)?.();
    shown.delete(name);
  };
  hear(
    reminders,
    'due',
    (/** @type {Ring} */ ring) => {
      // Other people's reminders aren't meant for the user.
      if (isOthers(ring.reminder.calendar) || !isTold('reminders')) return;
      // An alarm that rings again replaces what it showed before.
      close(ring);
      const openEvent = () => {
        close(ring);
        reminders.saw(ring);
        open(ring.reminder.key);
      };
      const call = callOf(model.agenda, ring.reminder.key);
      const join = () => {
        close(ring);
        reminders.saw(ring);
        window.open(call, '_blank', 'noopener,noreferrer');
      };
      const { title, when } = wordsOf(ring);
      const { location } = ring.reminder;
      const toast = remind(notices, [title, when, location].filter(Boolean).join(' · '), [
        {
          label: t('snooze', { n: snoozeMinutes }),
          run: () => reminders.snooze(ring, snoozeMinutes),
        },
        { label: t('open'), run: openEvent },
        ...(call ? [{ label: t('joinShort'), run: join }] : []),
      ]);
      toast.addEventListener('dismissed', () => reminders.saw(ring));
      const notification = notifyAway({
        title,
        body: [when, location].filter(Boolean).join('\n'),
        tag: `${ring.name} ${ring.atSeconds}`,
        open: openEvent,
      });
      shown.set(ring.name, () => {
        toast.remove();
        notification?.close();
      });
    },
    signal,
  );
  hear(reminders, 'over', close, signal);
}

/**
 * @param {Agenda} agenda @param {string} key
 * @returns {string} The page of the event's call; empty if it has none.
 */
function callOf({ engine }, key) {
  try {
    const event = engine?.event(key);
    return (event && meetingLinks(event).find(({ isPhone }) => !isPhone)?.href) ?? '';
  } catch {
    // The event has just been removed.
    return '';
  }
}

/** @param {Ring} ring */
function wordsOf({ reminder }) {
  const { title, allDay, start } = reminder;
  const date = dateText(start, 'short');
  return { title: title || t('untitled'), when: allDay ? date : `${date}, ${timeText(start)}` };
}
