import { iconButton } from '../../components/icon-button.js';
import { element, hear, redrawKeepingFocus, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { firstDate } from '../../time/calendar-bounds.js';
import { openCalendarExports } from './calendar-exports.js';
import { hearInstall, openPhoneSteps } from './install-steps.js';

/**
 * @typedef {{ name: string, title: Message, text: Message, action: Message, run: () => void, isDone?:
 *   () => boolean }} Card
 */

/** How many events are looked at, on either side, before all are taken for other people's. */
const lookedAtMax = 200;

/**
 * Above the view of an account that begins without events: cards that say where to begin, and a line
 * that says how to make the first event. Each card goes when it's done or sent away, and the line
 * with the first event; from then on the cards take less room.
 *
 * @param {{ agenda: Agenda, settings: Settings, shell: HTMLElement, signal: AbortSignal }} page
 */
export function showFirstSteps({ agenda, settings, shell, signal }) {
  hearInstall(signal);
  const body = shell.querySelector('.body');
  if (!body || !(settings.values.isStarting || isEmpty(agenda, settings))) return;
  const cards = element('ul', { class: 'first-cards' });
  const line = element('p', { class: 'first-hint', text: hint() });
  const strip = element('section', { class: 'first-steps', 'aria-label': t('firstSteps') });
  strip.append(cards, line);
  const gone = (/** @type {string} */ name) =>
    settings.change({ sentAway: [...new Set([...settings.values.sentAway, name])] });
  const sendAway = (/** @type {string} */ name) => {
    gone(name);
    /** @type {HTMLElement | null} */
    const view = shell.querySelector('.main [tabindex="0"]');
    (cards.querySelector('button') ?? view)?.focus();
  };
  const all = cardsOf(agenda);
  let drawn = '';
  let isBegun = false;
  const draw = () => {
    isBegun ||= !isEmpty(agenda, settings);
    const { sentAway } = settings.values;
    const shown = all.filter(({ name, isDone }) => !sentAway.includes(name) && !isDone?.());
    // Drawn only when it differs: it would take the focus from a card.
    const next = `${isBegun} ${shown.map(({ name }) => name).join(' ')}`;
    if (next === drawn) return;
    drawn = next;
    strip.hidden = isBegun && shown.length === 0;
    if (strip.hidden && settings.values.isStarting) settings.change({ isStarting: false });
    strip.classList.toggle('begun', isBegun);
    line.hidden = isBegun;
    cards.hidden = shown.length === 0;
    redrawKeepingFocus(cards, ...shown.map((card) => item(card, () => sendAway(card.name))));
  };
  if (!settings.values.isStarting) settings.change({ isStarting: true });
  draw();
  for (const name of ['change', 'calendars']) agenda.addEventListener(name, draw, { signal });
  hear(document, 'calendars-imported', () => gone('import'), signal);
  settings.addEventListener('change', draw, { signal });
  body.before(strip);
}

/** @param {Agenda} agenda @returns {Card[]} */
const cardsOf = (agenda) => [
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
    // Who was invited has people already.
    isDone: () => agenda.people.groups.size > 0,
  },
  {
    name: 'phone',
    title: 'putOnPhone',
    text: 'putOnPhoneText',
    action: 'putOnPhoneAction',
    run: () => openPhoneSteps(),
    isDone: () => matchMedia('(display-mode: standalone)').matches,
  },
];

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
 * @returns {boolean} Whether the user has no events yet, whatever others show them. False if
 *   something is hidden: it may have events.
 */
function isEmpty({ engine, today, ownCalendars }, { values }) {
  if (!engine || values.hiddenCalendars.length > 0 || values.groupView !== '') return false;
  const own = new Set(ownCalendars.map(({ id }) => id));
  const size = { days: lookedAtMax, occurrences: lookedAtMax, always: [] };
  const hasOwn = (/** @type {string} */ date) =>
    engine
      .agenda('later', date, size)
      .days.some(({ events }) => events.some(({ calendar }) => own.has(calendar)));
  return !hasOwn(firstDate) && !hasOwn(today);
}
