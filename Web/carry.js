import { tell } from './lib/dom.js';
import { nudged } from './lib/nudge.js';
import { spanText, dateText } from './lib/format.js';
import { t } from './lib/strings.js';

/**
 * An event that keys took up in the month: arrows move it by days and weeks, Enter drops it, Esc leaves it where it was.
 *
 * @param {EventDetail} event
 * @param {{ follow: (date: string) => void, say: (text: string) => void, done: () => void }} month
 */
export function carry(event, { follow, say, done }) {
  const end = new AbortController();
  /** @type {Times} */
  let times = { allDay: event.allDay, start: event.start, end: event.end };
  const finish = () => {
    end.abort();
    done();
  };
  say(t('pickedUp', { title: event.title || t('untitled') }));
  document.addEventListener('keydown', (pressed) => {
    if (['Tab', 'Shift', 'Alt'].includes(pressed.key)) return;
    pressed.preventDefault();
    pressed.stopPropagation();
    if (pressed.key === 'Escape') {
      follow(event.start.slice(0, 10));
      say(t('putBack'));
      return finish();
    }
    if (pressed.key === 'Enter' || pressed.key === ' ') {
      finish();
      if (times.start !== event.start || times.end !== event.end || times.allDay !== event.allDay) {
        tell(document, 'event-drop', { key: event.key, times, copy: false, settle: () => {} });
      }
      return;
    }
    const moved = nudged(times, pressed, { forward: document.dir === 'rtl' ? -1 : 1, down: 'week' });
    if (!moved) return;
    times = moved;
    follow(times.start.slice(0, 10));
    say(t('movedTo', { time: [dateText(times.start, 'dayWeekday'), spanText(times, times.start.slice(0, 10))].filter(Boolean).join(', ') }));
  }, { capture: true, signal: end.signal });
  document.addEventListener('pointerdown', finish, { capture: true, signal: end.signal });
}
