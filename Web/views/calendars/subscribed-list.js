import { calendarSwitch } from '../../components/calendar-switch.js';
import { iconButton } from '../../components/icon-button.js';
import { element, redrawKeepingFocus, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * Adds the calendars that are read from elsewhere to the side panel, below the user's own.
 *
 * @param {{ agenda: Agenda, side: HTMLElement, signal: AbortSignal }} page
 */
export function showSubscribed({ agenda, side, signal }) {
  const list = element('section', { class: 'subscribed' });
  side.querySelector('calendar-list')?.after(list);
  const show = () =>
    redrawKeepingFocus(
      list,
      element(
        'div',
        { class: 'side-head' },
        element('h2', { text: t('subscribedCalendars') }),
        iconButton('plus', t('subscribe'), () => tell(list, 'command', { name: 'subscribe' }), {
          'data-for': 'subscribe',
        }),
      ),
      ...entries(agenda),
      element('button', {
        type: 'button',
        class: 'side-item',
        'data-for': 'connect',
        text: t('connectShort'),
        onclick: () => tell(list, 'command', { name: 'connect' }),
      }),
    );
  agenda.addEventListener('calendars', show, { signal });
  show();
}

/** @param {Agenda} agenda */
function entries(agenda) {
  const calendars = agenda.subscribedCalendars;
  if (calendars.length === 0)
    return [element('p', { class: 'side-hint', text: t('subscribedHint') })];
  const switches = calendars.map((calendar) =>
    calendarSwitch(agenda, calendar, ...(calendar.failure ? [failureSign()] : [])),
  );
  return [element('ul', { class: 'calendars' }, ...switches)];
}

const failureSign = () =>
  element('span', {
    class: 'calendar-failure',
    role: 'img',
    'aria-label': t('sourceFails'),
    title: t('sourceFails'),
    text: '!',
  });
