import { element, hear } from '../dom/element.js';
import { agendaPage } from '../views/agenda/agenda-print.js';
import { boardPage } from '../views/board/board-print.js';
import { monthPage } from '../views/month/month-print.js';
import { hoursPage } from '../views/timeline/timeline-print.js';
import { yearPage } from '../views/year/year-print.js';

/** The printed page of each view. */
const pages = {
  day: hoursPage,
  days: hoursPage,
  week: hoursPage,
  month: monthPage,
  year: yearPage,
  agenda: agendaPage,
  board: boardPage,
};

/**
 * Before printing, adds a page made for paper: all of what is shown, black on white, without
 * controls.
 *
 * @param {Agenda} agenda @param {Settings} settings
 * @param {() => { name: ViewName, date: string }} shown @param {AbortSignal} signal
 */
export function preparePrintPages(agenda, settings, shown, signal) {
  const root = document.documentElement;
  /** @type {HTMLElement | null} */
  let sheet = null;
  /** @type {string | undefined} */
  let theme;
  const before = () => {
    const { name, date } = shown();
    const page = pages[/** @type {keyof typeof pages} */ (name)];
    if (!page || !agenda.engine || sheet) return;
    const { title, kind, body } = page({
      engine: agenda.engine,
      settings,
      name,
      date,
      group: agenda.people.view,
      me: agenda.people.me,
      isVisible: (id) => agenda.isVisible(id),
    });
    sheet = element(
      'section',
      { class: `print-sheet print-${kind}` },
      element('h1', { text: title }),
      body,
    );
    document.body.append(sheet);
    theme = root.dataset['theme'];
    root.dataset['theme'] = 'light';
  };
  const after = () => {
    if (!sheet) return;
    sheet.remove();
    sheet = null;
    if (theme === undefined) delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
  };
  hear(window, 'beforeprint', before, signal);
  hear(window, 'afterprint', after, signal);
}
