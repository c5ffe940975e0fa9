import { openContextMenu } from '../../components/context-menu.js';
import { tell } from '../../dom/element.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';
import { clock } from '../../time/clock.js';
import { newTimes } from '../../time/event-times.js';
import { chosenTime } from './chosen-events.js';

/**
 * Opens a menu at a right click on free time or on a day, or at the menu key there, in every view.
 * With Shift the browser's own menu opens.
 *
 * @param {Pick<EventModel, 'agenda' | 'settings'>} model
 * @param {import('./event-clipboard.js').EventClipboard} clipboard
 * @param {AbortSignal} signal
 */
export function setUpFreeTimeMenu(model, clipboard, signal) {
  document.addEventListener(
    'contextmenu',
    (pressed) => {
      const at = pressed.defaultPrevented ? '' : pressedTime(pressed);
      if (at === '') return;
      pressed.preventDefault();
      if (document.querySelector('[data-view="month"]') && pressed.target)
        tell(pressed.target, 'day-picked', { date: at, open: false });
      const hour = at.length > 10 ? `, ${timeText(at)}` : '';
      openContextMenu(dateText(at, 'full') + hour, partsAt(at, model, clipboard), {
        x: pressed.clientX,
        y: pressed.clientY,
      });
    },
    { signal },
  );
}

/** @param {MouseEvent} event @returns {string} The time or the date under it; empty if it's neither. */
function pressedTime(event) {
  const { target, shiftKey } = event;
  const pointerType = event instanceof PointerEvent ? event.pointerType : 'mouse';
  // A finger that is held on free time draws an event.
  if (pointerType === 'touch' || (pointerType === 'mouse' && shiftKey)) return '';
  if (!(target instanceof Element) || target.closest('[data-key], dialog, input')) return '';
  /** @type {Partial<CalendarView> & HTMLElement | null} */
  const view = target.closest('[data-view]');
  if (!view) return '';
  // The pointer never meets the slot that the arrow keys move.
  if (target.matches('.hours-slot')) return chosenTime();
  if (view.timeUnder) return view.timeUnder(event);
  return target.closest('[data-date]')?.getAttribute('data-date') ?? '';
}

/**
 * @param {string} at A local time or a date.
 * @param {Pick<EventModel, 'agenda' | 'settings'>} model
 * @param {import('./event-clipboard.js').EventClipboard} clipboard
 * @returns {(MenuItem | null)[]}
 */
function partsAt(at, { agenda, settings }, clipboard) {
  const date = at.slice(0, 10);
  const days = { first: date, last: date };
  const times = timesAt(at, agenda.today, settings.values.defaultMinutes);
  const { view, list } = agenda.people;
  const groups = (view ? [view] : list).filter(({ may }) => may.includes('propose'));
  const isInDay = document.querySelector('[data-view="day"]') !== null;
  return [
    {
      text: t('newEvent'),
      run: () => tell(document, 'event-new', { ...days, ...times }),
    },
    {
      text: t('newAllDayEvent'),
      run: () => tell(document, 'event-new', { ...days, allDay: true }),
    },
    ...groups.map(({ id, name }) => ({
      text: t('proposeTo', { group: name }),
      run: () => tell(document, 'group-propose', { id, draft: { ...times, allDay: '0' } }),
    })),
    ...(clipboard.pasteText
      ? [null, { text: clipboard.pasteText, key: 'Mod v', run: () => clipboard.paste(at) }]
      : []),
    ...(isInDay
      ? []
      : [
          null,
          { text: t('openThisDay'), run: () => tell(document, 'view-open', { view: 'day', date }) },
        ]),
  ];
}

/**
 * @param {string} at @param {string} today @param {number} lengthMinutes
 * @returns {Times} The times of an event there; of a date alone, those that a new event gets anyway.
 */
function timesAt(at, today, lengthMinutes) {
  if (at.length === 10)
    return newTimes(at, at, { allDay: false, today, hour: clock.hour(), lengthMinutes });
  return {
    allDay: false,
    start: at,
    end: timeOfWallMinutes(wallMinutes(at) + lengthMinutes),
  };
}
