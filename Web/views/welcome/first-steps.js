import { iconButton } from '../../components/icon-button.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { firstDate } from '../../time/calendar-bounds.js';
import { openCalendarExports } from './calendar-exports.js';
import { openPhoneSteps } from './phone-steps.js';

/** @typedef {{ name: string, title: Message, text: Message, action: Message, run: () => void }} Card */

/**
 * Above the view of a calendar without events: three cards that say where to begin, and a line that
 * says how to make the first event. All of it goes with the first event, and each card when it is
 * sent away.
 *
 * @param {{ agenda: Agenda, settings: Settings, shell: HTMLElement, signal: AbortSignal }} page
 */
export function showFirstSteps({ agenda, settings, shell, signal }) {
  const body = shell.querySelector('.body');
  if (!body || !isEmpty(agenda, settings)) return;
  /** @type {BeforeInstallPrompt | null} */
  let install = null;
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      install = /** @type {BeforeInstallPrompt} */ (event);
    },
    { signal },
  );
  const cards = element('ul', { class: 'first-cards' });
  const strip = element(
    'section',
    { class: 'first-steps', 'aria-label': t('firstSteps') },
    cards,
    element('p', { class: 'first-hint', text: hint() }),
  );
  const sendAway = (/** @type {string} */ name) => {
    settings.change({ sentAway: [...new Set([...settings.values.sentAway, name])] });
    draw();
    /** @type {HTMLElement | null} */
    const view = shell.querySelector('.main [tabindex="0"]');
    (cards.querySelector('button') ?? view)?.focus();
  };
  /** @type {Card[]} */
  const all = [
    {
      name: 'import',
      title: 'bringCalendars',
      text: 'bringCalendarsText',
      action: 'bringCalendarsAction',
      run: () => openCalendarExports(),
    },
    {
      name: 'people',
      title: 'invitePeople',
      text: 'invitePeopleText',
      action: 'invitePeopleAction',
      run: () => tell(document, 'group-edit', { id: null }),
    },
    {
      name: 'phone',
      title: 'putOnPhone',
      text: 'putOnPhoneText',
      action: 'putOnPhoneAction',
      run: () => openPhoneSteps(install),
    },
  ];
  const draw = () => {
    const shown = all.filter(({ name }) => !settings.values.sentAway.includes(name));
    cards.hidden = shown.length === 0;
    cards.replaceChildren(...shown.map((card) => item(card, () => sendAway(card.name))));
  };
  const leave = () => {
    if (isEmpty(agenda, settings)) return;
    strip.remove();
    agenda.removeEventListener('change', leave);
  };
  draw();
  agenda.addEventListener('change', leave, { signal });
  settings.addEventListener('change', () => settings.isAdopting && draw(), { signal });
  body.before(strip);
}

/** @param {Card} card @param {() => void} sendAway */
function item({ name, title, text, action, run }, sendAway) {
  return element(
    'li',
    { class: 'first-card', 'data-card': name },
    element('h2', { text: t(title) }),
    element('p', { text: t(text) }),
    element('button', { type: 'button', class: 'quiet', text: t(action), onclick: run }),
    iconButton('close', t('sendAway', { what: t(title) }), sendAway),
  );
}

/** @returns {string} How to make an event with what the user has: a finger or a mouse. */
const hint = () => t(matchMedia('(pointer: coarse)').matches ? 'firstEventTouch' : 'firstEvent');

/**
 * @param {Agenda} agenda @param {Settings} settings
 * @returns {boolean} False if something is hidden: it may have events.
 */
function isEmpty({ engine }, { values }) {
  if (!engine || values.hiddenCalendars.length > 0 || values.groupView !== '') return false;
  return (
    engine.agenda('later', firstDate, { days: 1, occurrences: 1, always: [] }).days.length === 0
  );
}
