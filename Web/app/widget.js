import { element, focusedIn, onResize } from '../dom/element.js';
import { nextFrame } from '../dom/frames.js';
import { showNews, showTitle } from '../dom/page-title.js';
import { showOwner, spokenTitle, titleOf } from '../i18n/calendar-owners.js';
import { dateText, numberText, timeText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { Agenda } from '../state/agenda.js';
import { Connection } from '../state/connection.js';
import { soonMinutes, takesPlace } from '../state/next-event.js';
import { outageText } from '../state/outage-text.js';
import { ViewerZone } from '../state/viewer-zone.js';
import { addDays, timeOfWallMinutes, wallMinutes } from '../time/civil-date.js';
import { clock } from '../time/clock.js';
import { meetingLinks } from '../views/event/meeting-links.js';
import { soonText } from './next-event-title.js';

/** The most events rendered for a day; how many of them show depends on the room. */
const shownMax = 30;
/** How much of each event's notes is looked through for a call, whenever the widget is drawn. */
const notesMax = 8 * 1024;

/**
 * A small page for a home screen, a wall or a menu bar: the time, and the events of today and
 * tomorrow.
 */
class Widget {
  #options;
  #agenda;
  #connection;
  #zone;
  #clock = element('time', { class: 'widget-clock' });
  #date = element('h1', { class: 'widget-date' });
  #state = element('p', { class: 'widget-state', role: 'status', hidden: true });
  #days = [0, 1].map((daysAhead) => new WidgetDay(daysAhead));

  /** @param {Omit<WorkspaceOptions, 'signedOut'>} options */
  constructor(options) {
    this.#options = options;
    options.settings.setOwner(options.account.id);
    this.#agenda = new Agenda(options.settings);
    this.#zone = new ViewerZone(options.settings);
    this.#connection = new Connection(
      {
        agenda: this.#agenda,
        edits: { keepsBack: () => false },
        zone: this.#zone,
      },
      options,
      {
        date: () => this.#agenda.today,
        loaded: () => this.#say(''),
        trouble: () => this.#say(outageText()),
        left: showSignedOut,
      },
    );
  }

  async start() {
    const { signal } = this.#connection;
    document.body.replaceChildren(
      element(
        'main',
        { class: 'widget' },
        element('a', { class: 'widget-head', href: '/' }, this.#date, this.#clock),
        this.#state,
        ...this.#days.map((day) => day.element),
      ),
    );
    this.#draw();
    this.#agenda.addEventListener('change', () => this.#draw(), { signal });
    this.#agenda.addEventListener(
      'status',
      () => {
        const { outage, live } = this.#agenda;
        if (outage) this.#say(t(outage === 'offline' ? 'widgetOffline' : 'serverTrouble'));
        else this.#say(live ? '' : t('notLive'));
      },
      { signal },
    );
    this.#options.settings.addEventListener(
      'change',
      (event) => this.#settingsChanged(/** @type {CustomEvent} */ (event).detail),
      { signal },
    );
    onResize(document.body, () => this.#fit(), signal);
    // The calendar keeps the device's copy; a widget only opens with it.
    this.#connection.keepBy(() => {});
    await this.#connection.start(this.#options.kept?.load(this.#zone));
  }

  /** @param {Record<string, unknown>} change */
  #settingsChanged(change) {
    if ('language' in change) return location.reload();
    if ('hiddenCalendars' in change || 'groupView' in change) this.#agenda.showAsChosen();
    this.#draw();
  }

  /** @param {string} text */
  #say(text) {
    this.#state.textContent = text;
    this.#state.hidden = text === '';
    this.#fit();
  }

  #draw() {
    const { today, engine } = this.#agenda;
    const now = clock.time();
    this.#date.replaceChildren(
      element('span', {
        class: 'widget-number',
        'aria-hidden': 'true',
        text: numberText(Number(today.slice(8))),
      }),
      element('span', { class: 'widget-weekday', text: dateText(today, 'weekdayLong') }),
      element('span', { class: 'widget-month', text: dateText(today, 'dayMonth') }),
    );
    this.#clock.textContent = timeText(now);
    this.#clock.dateTime = now;
    showTitle(`${dateText(today, 'short')} · ${t('appName')}`);
    showNews(soonText(this.#agenda));
    for (const day of this.#days) day.show(today, `${today}T${now}:00`, engine);
    this.#fit();
  }

  /** Events that don't fit are counted, never cut in two. */
  #fit() {
    void nextFrame().then(() => {
      for (const day of this.#days) day.fit();
    });
  }
}

/** The events of today or tomorrow. */
class WidgetDay {
  #daysAhead;
  #list = element('ul');
  #more = element('p', { class: 'widget-more' });
  #empty = element('p', { class: 'widget-empty' });
  /** The order in which the events get room, by key. @type {Map<string, number>} */
  #order = new Map();
  element;

  /** @param {number} daysAhead Days from today. */
  constructor(daysAhead) {
    this.#daysAhead = daysAhead;
    this.element = element(
      'section',
      {
        class: daysAhead === 0 ? 'widget-today' : 'widget-tomorrow',
        'aria-label': t(daysAhead === 0 ? 'today' : 'tomorrow'),
      },
      element('h2', { text: t(daysAhead === 0 ? 'today' : 'tomorrow') }),
      this.#list,
      this.#empty,
      this.#more,
    );
  }

  /**
   * @param {string} today
   * @param {string} now
   * @param {Engine | null} engine
   */
  show(today, now, engine) {
    const date = addDays(today, this.#daysAhead);
    const events =
      engine?.day(date).filter(({ past, status }) => !past && status !== 'cancelled') ?? [];
    // If there are more events than fit, the user's own come first.
    const chosen = [...events].sort((a, b) => a.room - b.room).slice(0, shownMax);
    this.#order = new Map(chosen.map(({ key }, place) => [key, place]));
    const shown = events.filter(({ key }) => this.#order.has(key));
    const calls = engine && this.#daysAhead === 0 ? callsOf(shown, now, engine) : new Map();
    this.#put(shown.map((event) => itemOf(event, date, now, calls.get(event.key))));
    this.#list.hidden = events.length === 0;
    this.#empty.hidden = events.length > 0 || !engine;
    this.#empty.textContent = t(this.#daysAhead === 0 ? 'widgetNothing' : 'noEvents');
    this.#more.dataset['beyond'] = String(Math.max(0, events.length - shownMax));
  }

  /**
   * Replaces the items if they changed, which is rare in a given minute. The focus stays on its
   * link.
   *
   * @param {HTMLElement[]} items
   */
  #put(items) {
    const shown = this.#list.children;
    if (items.length === shown.length && items.every((item, index) => hasParts(shown[index], item)))
      return;
    const focused = focusedIn(this.#list);
    const { uid } = focused?.dataset ?? {};
    this.#list.replaceChildren(...items);
    for (const link of this.#list.querySelectorAll('a'))
      if (uid && link.dataset['uid'] === uid && link.className === focused?.className)
        return link.focus();
  }

  fit() {
    const items = /** @type {HTMLElement[]} */ ([...this.#list.children]);
    for (const item of items) item.hidden = false;
    this.#more.hidden = true;
    // The margin below the last item needn't fit. Offsets are relative to the list.
    const endOf = (/** @type {HTMLElement} */ item) =>
      item.offsetTop + /** @type {HTMLElement} */ (item.firstElementChild).offsetHeight;
    const fits = () =>
      items.every((item) => item.hidden || endOf(item) <= this.#list.clientHeight + 1);
    // The line that counts the rest needs room too.
    this.#more.hidden = fits();
    const placeOf = (/** @type {HTMLElement} */ item) =>
      this.#order.get(item.querySelector('a')?.dataset['key'] ?? '') ?? items.length;
    const lastFirst = [...items].sort((a, b) => placeOf(b) - placeOf(a));
    let rest = 0;
    while (rest < items.length && !fits())
      /** @type {HTMLElement} */ (lastFirst[rest++]).hidden = true;
    const n = rest + Number(this.#more.dataset['beyond'] ?? 0);
    this.#more.textContent = t('moreFound', { n });
    this.#more.hidden = n === 0;
    this.element.classList.toggle(
      'cramped',
      this.element.scrollHeight > this.element.clientHeight + 1,
    );
  }
}

/** @param {Element | undefined} shown @param {HTMLElement} item @returns {boolean} */
const hasParts = (shown, item) =>
  shown?.children.length === item.children.length &&
  [...item.children].every((part, index) => part.isEqualNode(shown.children[index] ?? null));

/**
 * The calls that can be joined: those of meetings that run or begin soon; if there are none, that of
 * the next meeting with a call.
 *
 * @param {ListedOccurrence[]} events Of today, not over yet. @param {string} now @param {Engine} engine
 * @returns {Map<string, string>} Their addresses by key.
 */
function callsOf(events, now, engine) {
  const calls = events
    .filter((event) => takesPlace(event) && !event.allDay)
    .flatMap(({ key, start }) => {
      const page = meetingLinks(engine.event(key), notesMax).find(({ isPhone }) => !isPhone);
      return page ? [{ key, start, href: page.href }] : [];
    });
  const soon = timeOfWallMinutes(wallMinutes(now) + soonMinutes);
  const near = calls.filter(({ start }) => start <= soon);
  return new Map((near.length > 0 ? near : calls.slice(0, 1)).map(({ key, href }) => [key, href]));
}

/**
 * @param {ListedOccurrence} event
 * @param {string} date The day it is listed under.
 * @param {string} now
 * @param {string | undefined} call The address of its call, if it can be joined.
 */
function itemOf(event, date, now, call) {
  const title = element('strong', { dir: 'auto', text: titleOf(event) });
  showOwner(title, event.calendar);
  const isNow = !event.allDay && event.start <= now && now < event.end;
  const starts = event.start.slice(0, 10) < date ? '…' : timeText(event.start);
  const time = event.allDay
    ? t('allDay')
    : isNow
      ? t('untilTime', { time: timeText(event.end) })
      : starts;
  const label = [
    spokenTitle(event),
    time,
    event.status === 'tentative' && t('tentative'),
    event.location,
  ]
    .filter(Boolean)
    .join(', ');
  return element(
    'li',
    {},
    element(
      'a',
      {
        href: `/day/${date}`,
        class: `widget-event ${event.status}${event.unanswered ? ' tentative' : ''}`,
        'aria-label': label,
        'data-color': event.color,
        'data-uid': event.uid,
        'data-key': event.key,
        'aria-current': isNow ? 'time' : null,
      },
      element('span', { class: 'widget-time', text: time }),
      title,
      event.location ? element('small', { dir: 'auto', text: event.location }) : null,
    ),
    call &&
      element('a', {
        class: 'widget-join',
        href: call,
        target: '_blank',
        rel: 'noopener noreferrer',
        'aria-label': `${t('joinShort')}: ${spokenTitle(event)}`,
        'data-uid': event.uid,
        text: t('joinShort'),
      }),
  );
}

function showSignedOut() {
  document.title = t('appName');
  document.body.replaceChildren(
    element(
      'main',
      { class: 'widget signed-out' },
      element('h1', { class: 'widget-weekday', text: t('appName') }),
      element('p', { text: t('signedOut') }),
      element('a', { class: 'widget-sign-in', href: '/', text: t('signIn') }),
    ),
  );
}

/**
 * Shows the widget, or that nobody is signed in.
 *
 * @param {Account | undefined} account
 * @param {Pick<WorkspaceOptions, 'settings' | 'loadEngine'>} options
 */
export function showWidget(account, options) {
  if (!account) return showSignedOut();
  void new Widget({ ...options, account }).start();
}
