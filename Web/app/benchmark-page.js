import { hear } from '../dom/element.js';
import { Agenda } from '../state/agenda.js';
import { configureEngine } from '../state/initial-load.js';
import { ViewerZone } from '../state/viewer-zone.js';
import { clock } from '../time/clock.js';
import { loadLazyParts } from './lazy-loading.js';
import '../views/month/month-view.js';

// The page for measuring, asked for with `?bench=1`: the real views on the real core, no server.

/**
 * @typedef {{ id: string, title: string, start: string, end: string, allDay: boolean, color: string
 *   }} BenchEvent
 */

/**
 * @param {BenchEvent} event
 * @returns {string} The event as iCalendar text. All-day ends are exclusive in both.
 */
function textOf({ id, title, start, end, allDay, color }) {
  const time = (/** @type {string} */ local) =>
    (allDay ? `;VALUE=DATE:${local.slice(0, 10)}` : `:${local.slice(0, 16)}:00`).replace(
      /-|:(?=\d\d\b)/g,
      '',
    );
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    `UID:${id}`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART${time(start)}`,
    `DTEND${time(end)}`,
    `SUMMARY:${title}`,
    `COLOR:${color}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

/** @returns {number} The height of an hour in pixels; 0 in views without hours. */
function hourPx() {
  const scroller = document.querySelector('.hours-scroller');
  return scroller instanceof HTMLElement
    ? parseFloat(scroller.style.getPropertyValue('--hour'))
    : 0;
}

/**
 * @param {Agenda} agenda @param {Settings} settings @param {ViewName} name @param {string} date
 * @returns {CalendarView}
 */
function makeView(agenda, settings, name, date) {
  /** @type {CalendarView} */
  const view = document.createElement(name === 'month' ? 'month-view' : 'timeline-view');
  view.shown = name;
  view.model = { agenda, settings, date };
  return view;
}

/**
 * Applies drops to the core alone: there is no server.
 *
 * @param {Agenda} agenda
 * @param {Map<string, number>} starts Start times by id, in milliseconds.
 */
function dropInCore(agenda, starts) {
  hear(
    document,
    'event-drop',
    ({ key, times: { allDay, start, end }, settle }) => {
      const uid = agenda.engine?.event(key).uid ?? '';
      const edit = agenda.engine?.change(key, 'all', clock.uid(), {
        allDay: allDay ? '1' : '0',
        start,
        end,
      });
      if (edit?.start) starts.set(uid, Date.parse(edit.start));
      settle(true);
    },
    new AbortController().signal,
  );
}

/**
 * @param {Agenda} agenda @param {Engine} engine @param {ViewerZone} zone
 * @param {BenchEvent[]} events @param {Map<string, number>} starts
 */
async function fill(agenda, engine, zone, events, starts) {
  await configureEngine(engine, zone);
  engine.setNow(clock.nowSeconds());
  agenda.use(engine);
  agenda.apply({ type: 'calendar', id: 'bench', name: 'Bench', color: 'blue' });
  for (const event of events) {
    starts.set(event.id, Date.parse(event.start));
    engine.putObject('bench', `${event.id}.ics`, '', textOf(event));
  }
}

/**
 * Makes the views available to measuring scripts, as `CalBench`.
 *
 * @param {Settings} settings @param {() => Promise<Engine>} loadEngine
 */
export function openBench(settings, loadEngine) {
  /** @type {any} */ (window).CalBench = makeBench(settings, loadEngine);
}

/** @param {Settings} settings @param {() => Promise<Engine>} loadEngine */
function makeBench(settings, loadEngine) {
  const agenda = new Agenda(settings);
  let host = /** @type {HTMLElement | null} */ (null);
  let shown = /** @type {CalendarView | null} */ (null);
  const made = /** @type {Map<ViewName, CalendarView>} */ (new Map());
  const starts = /** @type {Map<string, number>} */ (new Map());
  const show = (/** @type {ViewName} */ name, /** @type {string} */ date) => {
    const view = made.get(name) ?? makeView(agenda, settings, name, date);
    made.set(name, view);
    if (shown !== view) host?.replaceChildren(view);
    shown = view;
    view.goTo(date);
  };
  agenda.addEventListener('change', () => shown?.redraw());
  dropInCore(agenda, starts);
  return {
    /**
     * @param {HTMLElement} at
     * @param {BenchEvent[]} events
     * @param {{ view?: ViewName, date: string }} options
     */
    async mount(at, events, { view = 'month', date }) {
      host = at;
      shown = null;
      made.clear();
      if (view !== 'month') await loadLazyParts();
      await fill(agenda, await loadEngine(), new ViewerZone(settings), events, starts);
      show(view, date);
    },
    /**
     * @param {ViewName} view
     * @param {string} date Where to start. Views other than the month may have to load their script
     *   first.
     */
    setView: (view, date) => {
      if (view === 'month' || customElements.get('timeline-view')) show(view, date);
      else void loadLazyParts().then(() => show(view, date));
    },
    next: () => {
      if (shown) shown.goTo(shown.step(1));
    },
    prev: () => {
      if (shown) shown.goTo(shown.step(-1));
    },
    scroller: () => document.querySelector('.strip, .hours-scroller'),
    eventSel: '[data-view] [data-uid]',
    /** @param {string} id */
    getEvent: (id) => ({ start: starts.get(id) }),
    hourPx,
    /**
     * How far inside the scroller the hours begin and end, in pixels. The zones that scroll while
     * dragging lie there.
     */
    get dragEdges() {
      return { top: document.querySelector('.hours-head')?.clientHeight ?? 0, bottom: 0 };
    },
    /** Added to an event when the pointer enters it. */
    dragHandle: '.grip.end',
  };
}
