import { clock } from './lib/clock.js';
import { Agenda } from './state/agenda.js';
import { prepare } from './state/loading.js';
import './views/month/month-view.js';

// The page for measuring, asked for with `?bench=1`: the real views on the real core, no server.

/** @typedef {{ id: string, title: string, start: string, end: string, allDay: boolean, color: string }} BenchEvent */

/** @param {BenchEvent} event @returns {string} As a file would say it; the end of whole days is exclusive there too. */
function textOf({ id, title, start, end, allDay, color }) {
  const time = (/** @type {string} */ local) => (allDay ? `;VALUE=DATE:${local.slice(0, 10)}` : `:${local.slice(0, 16)}:00`).replace(/-|:(?=\d\d\b)/g, '');
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', `UID:${id}`, 'DTSTAMP:20260101T000000Z', `DTSTART${time(start)}`,
    `DTEND${time(end)}`, `SUMMARY:${title}`, `COLOR:${color}`, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
}

/** @param {Settings} settings @param {() => Promise<Engine>} loadEngine */
export function makeBench(settings, loadEngine) {
  /** @type {HTMLElementTagNameMap['month-view']} */
  let month;
  /** @type {Map<string, number>} */
  const starts = new Map();
  const move = (/** @type {number} */ months) => month.goTo(month.step(months));
  return {
    /** @param {HTMLElement} host @param {BenchEvent[]} events @param {{ date: string }} options */
    async mount(host, events, { date }) {
      const agenda = new Agenda(settings);
      const engine = await loadEngine();
      await prepare(engine, Intl.DateTimeFormat().resolvedOptions().timeZone, settings.firstWeekday);
      engine.setNow(clock.nowSeconds());
      agenda.use(engine);
      agenda.apply({ type: 'calendar', id: 'bench', name: 'Bench', color: 'blue' });
      for (const event of events) {
        starts.set(event.id, Date.parse(event.start));
        engine.putObject({ calendar: 'bench', href: `${event.id}.ics`, etag: '', ical: textOf(event) });
      }
      month = document.createElement('month-view');
      month.model = { agenda, settings, date };
      host.replaceChildren(month);
      agenda.addEventListener('change', () => month.redraw());
    },
    /** @param {string} view @param {string} date */
    setView: (view, date) => { if (view === 'month') month.goTo(date); },
    next: () => move(1),
    prev: () => move(-1),
    scroller: () => document.querySelector('.strip'),
    eventSel: '[data-view="month"] [data-uid]',
    /** @param {string} id */
    getEvent: (id) => ({ start: starts.get(id) }),
    hourPx: () => 0,
    dragEdges: null,
    dragHandle: null,
  };
}
