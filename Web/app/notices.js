import { HTTPError, isOutage } from '../api/http.js';
import '../components/live-region.js';
import '../components/toast-stack.js';
import { dateText, spanText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { titleWords } from '../i18n/visible-text.js';
import { explain } from '../state/error-messages.js';

/**
 * Messages to the user: about what was done at the bottom of the page, reminders and other news at its
 * top, and to screen readers.
 */
export class Notices {
  toasts = document.createElement('toast-stack');
  reminders = document.createElement('toast-stack');
  voice = document.createElement('live-region');

  constructor() {
    this.reminders.isForReminders = true;
  }

  /**
   * @param {string} text
   * @param {ToastAction | ToastAction[] | null} [action]
   * @param {ToastTone} [tone]
   * @returns {HTMLElement} The message, which fires `dismissed` when the user closes it.
   */
  show(text, action = null, tone = 'plain') {
    this.toasts.clear();
    this.voice.say(text);
    return this.toasts.show(text, action, tone);
  }

  /**
   * @param {SaidEdit} edit @param {() => void} undo
   * @param {{ name: string, show: () => void } | null} [hidden] The event's calendar, if it's
   *   hidden.
   */
  edited({ kind, of, count, left, title, now, undoable }, undo, hidden = null) {
    const named = { title: titleWords(title) };
    const message = kind === 'undone' ? `undone-${of}` : of;
    const done =
      count > 1
        ? t(/** @type {Message} */ (`${message}Many`), { n: count })
        : now
          ? t('isNow', { ...named, time: whenOf(now) })
          : t(/** @type {Message} */ (message), named);
    const text = left ? t('butSomeStay', { what: done, n: left }) : done;
    this.show(hidden ? t('inHidden', { text, name: hidden.name }) : text, [
      ...(hidden ? [{ label: t('showHidden'), run: hidden.show }] : []),
      ...(undoable && kind !== 'undone' ? [{ label: t('undo'), run: undo }] : []),
    ]);
  }

  /**
   * @param {{ error: unknown, text?: string, isLate?: boolean }} refused A refused change without a draft to
   *   open again; a late one was made some time ago.
   */
  refused({ error, text = explain(error), isLate = false }) {
    const tone = error instanceof HTTPError ? 'problem' : 'plain';
    this.show(text, null, isLate ? 'problem kept' : isOutage(error) ? 'offline' : tone);
  }

  /** The server is back: removes the messages about its absence. */
  outageOver() {
    this.toasts.clear('.toast.offline');
  }
}

/** @param {Times} times @returns {string} "Sat 28 Nov, 12:30 – 13:30", or "8 Dec – 11 Dec". */
function whenOf(times) {
  const span = spanText(times, times.start.slice(0, 10));
  if (times.allDay && span) return span;
  return [dateText(times.start, 'short'), span].filter(Boolean).join(', ');
}
