import { calendarSwitch } from '../../components/calendar-switch.js';
import { iconButton } from '../../components/icon-button.js';
import { warningSign } from '../../components/warning-sign.js';
import { element, hear, redrawKeepingFocus, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { returnFromGoogle } from './google/return-from-google.js';
import { openSubscribe } from './subscribe-dialog.js';

/**
 * Adds the calendars that are read from elsewhere to the side panel, below the user's own. Also
 * handles an address that the page was opened with, and the Google account whose owner has just
 * given consent.
 *
 * @param {{ agenda: Agenda, notices: Notices, side: HTMLElement, signal: AbortSignal }} page
 */
export function showSubscribed({ agenda, notices, side, signal }) {
  hear(
    document,
    'subscribe-to',
    ({ address }) => openSubscribe({ agenda }, notices, address),
    signal,
  );
  hear(
    document,
    'google-connected',
    ({ account }) => returnFromGoogle({ agenda, notices }, account),
    signal,
  );
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
  if (calendars.length === 0) return [];
  const switches = calendars.map((calendar) =>
    calendarSwitch(agenda, calendar, ...(calendar.failure ? [warningSign(t('sourceFails'))] : [])),
  );
  return [element('ul', { class: 'calendars' }, ...switches)];
}
