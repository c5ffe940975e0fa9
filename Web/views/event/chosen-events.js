import { tell } from '../../dom/element.js';
import { isReadOnly, readOnlyText } from '../../i18n/calendar-owners.js';
import { shortcutOf } from '../../interaction/key-presses.js';
import { openForm } from './unsaved-draft.js';

/**
 * The events that a key is meant for: the selected ones, else the one whose card is open, else the
 * one with the focus.
 *
 * @returns {string[]} Their keys.
 */
export function chosenKeys() {
  /** @type {string[]} */
  let selected = [];
  tell(document, 'selection-asked', {
    answer: (/** @type {string[]} */ keys) => {
      selected = keys;
    },
  });
  if (selected.length > 0) return selected;
  const key =
    document.querySelector('dialog[open] [data-event]')?.getAttribute('data-event') ?? focusedKey();
  return key ? [key] : [];
}

/** @returns {string | undefined} The key of the event that has the focus. */
export function focusedKey() {
  const focused = document.activeElement;
  const isEvent = focused instanceof HTMLElement && focused.closest('[role="menu"]') === null;
  return isEvent && !focused.matches('.hours-more') ? focused.dataset['key'] : undefined;
}

/** @returns {string} The time that is chosen in the view, or the day if it shows no hours. */
export function chosenTime() {
  /** @type {Partial<CalendarView> & HTMLElement | null} */
  const view = document.querySelector('[data-view]');
  return view?.chosenTime ?? view?.looked ?? view?.date ?? '';
}

/**
 * Opens the form of the focused event when E is pressed. An open card does so itself.
 *
 * @param {EventModel} model @param {Notices} notices @param {AbortSignal} signal
 */
export function editByKey(model, notices, signal) {
  document.addEventListener(
    'keydown',
    (pressed) => {
      const key = shortcutOf(pressed) === 'e' ? focusedKey() : undefined;
      if (!key) return;
      pressed.preventDefault();
      try {
        const event = model.agenda.engine?.event(key);
        if (!event || event.proposal) return;
        if (isReadOnly(event.calendar)) return notices.show(readOnlyText(event.calendar));
        openForm(model, event);
      } catch {
        // The event is gone by now.
      }
    },
    { signal },
  );
}
