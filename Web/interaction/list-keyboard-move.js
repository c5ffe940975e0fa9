import { dateText, spanText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { dropEvent, isSameTimes } from './event-drop.js';
import { movedByKey } from './keyboard-move.js';

/**
 * Moves an event from the day's list or the agenda by keyboard: arrows by days and weeks, Enter
 * drops it, Esc puts it back.
 *
 * @param {EventDetail} event
 * @param {{ view: HTMLElement, follow: (date: string) => void, say: (text: string) => void, done:
 *   () => void }} place
 */
export function moveByKeys(event, { view, follow, say, done }) {
  const end = new AbortController();
  /** @type {Times} */
  let times = { allDay: event.allDay, start: event.start, end: event.end };
  const finish = () => {
    end.abort();
    view.classList.remove('carrying');
    done();
  };
  view.classList.add('carrying');
  say(t('pickedUp', { title: event.title || t('untitled') }));
  document.addEventListener(
    'keydown',
    (pressed) => {
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
        if (!isSameTimes(times, event)) void dropEvent(view, { key: event.key, times });
        return;
      }
      const moved = movedByKey(times, pressed, {
        forward: document.dir === 'rtl' ? -1 : 1,
        down: 'week',
      });
      if (!moved) return;
      times = moved;
      follow(times.start.slice(0, 10));
      say(
        t('movedTo', {
          time: [dateText(times.start, 'dayWeekday'), spanText(times, times.start.slice(0, 10))]
            .filter(Boolean)
            .join(', '),
        }),
      );
    },
    { capture: true, signal: end.signal },
  );
  document.addEventListener('pointerdown', finish, { capture: true, signal: end.signal });
}
