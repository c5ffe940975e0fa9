import { segments } from '../../components/form/segments.js';
import { iconButton } from '../../components/icon-button.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element, hear } from '../../dom/element.js';
import { daysText, monthsText } from '../../i18n/format.js';
import { shortLengthText } from '../../i18n/spoken-times.js';
import { t } from '../../i18n/strings.js';
import { addDays } from '../../time/civil-date.js';
import { EventFilter } from './event-filter.js';
import { changeOf, periodStarts } from './totals-periods.js';

/** If the page is narrower than this, the panel is a sheet: it would leave the view no room. */
const besidePx = 1000;
/** How many rows are listed until "show all" is pressed. */
const shownMax = 12;

/** @param {number} minutes */
const hoursText = (minutes) => shortLengthText(minutes, 'narrow').replaceAll(' ', '\u00a0');

/** @typedef {'calendar' | 'category' | 'person'} Grouping */
/** @typedef {{ agenda: Agenda, settings: Settings, shell: import('../../components/app-shell.js').AppShell, page: () => { name: string, date: string }, signal: AbortSignal }} TotalsPage */

/**
 * Opens a panel with the hours of the visible week or month when the side bar asks for it, and
 * closes it when asked again.
 *
 * @param {TotalsPage} page
 */
export function setUpTimeTotals(page) {
  /** @type {TotalsPanel | null} */
  let open = null;
  hear(
    document,
    'side-hours',
    () => {
      page.shell.closeSide();
      if (open) return open.close();
      open = new TotalsPanel(page, () => {
        open = null;
      });
    },
    page.signal,
  );
}

/** How many hours each calendar, category or person took, beside the view that it follows. */
class TotalsPanel {
  #page;
  #end = new AbortController();
  #closed;
  #filter = new EventFilter();
  /** @type {Grouping} */
  #grouping = 'calendar';
  /** @type {'week' | 'month'} */
  #unit;
  /** The row whose events are shown alone; null for none. */
  #chosen = /** @type {string | null} */ (null);
  #showsAll = false;
  #heading = element('h2', { tabindex: -1 });
  #columns = element('ul', { class: 'totals-columns' });
  #rows = element('ul', { class: 'totals-rows' });
  #cut = element('p', { class: 'hint', text: t('viewCut'), hidden: true });
  #overlap = element('p', { class: 'hint', text: t('hoursOverlap'), hidden: true });
  #body = element('div', { class: 'totals-body' });
  #close = () => {};

  /** @param {TotalsPage} page @param {() => void} closed */
  constructor(page, closed) {
    this.#page = page;
    this.#closed = closed;
    this.#unit = ['month', 'year'].includes(page.page().name) ? 'month' : 'week';
    this.#body.append(
      this.#switches(),
      this.#heading,
      this.#columns,
      this.#rows,
      this.#overlap,
      this.#cut,
    );
    if (innerWidth < besidePx) this.#openSheet();
    else this.#openBeside();
    const { signal } = this.#end;
    page.signal.addEventListener('abort', () => this.close(), { signal });
    page.agenda.addEventListener('change', () => this.#draw(), { signal });
    for (const name of ['view-rest', 'view-title'])
      document.addEventListener(name, () => this.#draw(), { signal });
    this.#draw();
    this.#heading.focus();
  }

  close() {
    this.#end.abort();
    this.#filter.clear();
    this.#close();
    this.#closed();
  }

  #openBeside() {
    const panel = element(
      'aside',
      { class: 'totals-panel', 'aria-label': t('hoursPanel') },
      element('p', { class: 'totals-title', 'aria-hidden': 'true', text: t('hoursPanel') }),
      iconButton('close', t('close'), () => this.close(), { class: 'totals-close' }),
      this.#body,
    );
    panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      if (this.#chosen === null) this.close();
      else this.#choose(null);
    });
    this.#page.shell.querySelector('.body')?.append(panel);
    this.#close = () => panel.remove();
  }

  #openSheet() {
    const { close } = openDialog({
      title: t('hoursPanel'),
      kind: 'sheet',
      isModal: false,
      body: [this.#body],
      closed: () => {
        this.#close = () => {};
        if (!this.#end.signal.aborted) this.close();
      },
    });
    this.#close = close;
  }

  #switches() {
    const { group, unit } = {
      group: segments({
        name: 'totals-grouping',
        label: t('hoursBy'),
        options: [
          ['calendar', t('calendar')],
          ['category', t('byCategory')],
          ['person', t('byPerson')],
        ],
        value: this.#grouping,
        choose: (grouping) => {
          this.#grouping = grouping;
          this.#choose(null);
        },
      }),
      unit: segments({
        name: 'totals-unit',
        label: t('period'),
        options: [
          ['week', t('viewWeek')],
          ['month', t('month')],
        ],
        value: this.#unit,
        choose: (chosen) => {
          this.#unit = chosen;
          this.#draw();
        },
      }),
    };
    return element('div', { class: 'totals-switches' }, unit, group);
  }

  #draw() {
    const { agenda, settings, page } = this.#page;
    const { engine } = agenda;
    if (!engine) return;
    const starts = periodStarts(page().date, this.#unit, settings.firstWeekday);
    const { totals, rows, cut } = engine.hours(starts, this.#grouping);
    const [first = '', behind = ''] = starts.slice(-2);
    this.#heading.textContent = t('hoursIn', {
      period:
        this.#unit === 'week'
          ? daysText(first, addDays(behind, -1), agenda.today)
          : monthsText(first, first)
              .map(({ value }) => value)
              .join(''),
      hours: hoursText(totals.at(-1) ?? 0),
    });
    const chosen = rows.find(({ id }) => id === this.#chosen);
    this.#filter.show(chosen ? chosen.uids : null);
    this.#drawColumns(starts, chosen?.minutes ?? totals);
    const most = Math.max(1, ...rows.map(({ minutes }) => minutes.at(-1) ?? 0));
    const listed = rows.filter((row) => (row.minutes.at(-1) ?? 0) > 0 || row === chosen);
    const shown = this.#showsAll ? listed : listed.slice(0, shownMax);
    const focused = this.#rows.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset['id']
      : undefined;
    this.#rows.replaceChildren(
      ...shown.map((row) => this.#row(row, most)),
      ...(listed.length > shown.length ? [this.#moreRow()] : []),
    );
    if (focused !== undefined)
      [...this.#rows.querySelectorAll('button')]
        .find(({ dataset }) => dataset['id'] === focused)
        ?.focus();
    this.#cut.hidden = !cut;
    // If a row is counted in several categories, the rows add up to more than the whole.
    const sum = rows.reduce((all, { minutes }) => all + (minutes.at(-1) ?? 0), 0);
    this.#overlap.hidden = sum <= (totals.at(-1) ?? 0);
  }

  /** @param {number} minutes More than in the period before; negative for less. */
  #changeText(minutes) {
    const hours = hoursText(Math.abs(minutes));
    if (this.#unit === 'week') return t(minutes > 0 ? 'hoursMoreWeek' : 'hoursLessWeek', { hours });
    return t(minutes > 0 ? 'hoursMoreMonth' : 'hoursLessMonth', { hours });
  }

  #moreRow() {
    return element(
      'li',
      {},
      element('button', {
        type: 'button',
        class: 'quiet',
        text: t('showAll'),
        onclick: () => {
          this.#showsAll = true;
          this.#draw();
          this.#heading.focus();
        },
      }),
    );
  }

  /** @param {string[]} starts @param {number[]} minutes By period. */
  #drawColumns(starts, minutes) {
    const most = Math.max(1, ...minutes);
    this.#columns.replaceChildren(
      ...minutes.map((each, index) => {
        const words = t('hoursIn', {
          period: daysText(
            starts[index] ?? '',
            addDays(starts[index + 1] ?? '', -1),
            this.#page.agenda.today,
          ),
          hours: hoursText(each),
        });
        const column = element(
          'li',
          { title: words },
          element('span', { class: 'unseen', text: words }),
        );
        column.style.setProperty('--part', String(each / most));
        return column;
      }),
    );
  }

  /** @param {HoursRow} row @param {number} most The minutes of the longest bar. */
  #row({ id, minutes }, most) {
    const { name, color } = this.#named(id);
    const now = minutes.at(-1) ?? 0;
    const change = changeOf(minutes);
    const isChosen = id === this.#chosen;
    const bar = element('span', { class: 'totals-bar', 'data-color': color });
    bar.style.setProperty('--part', String(now / most));
    return element(
      'li',
      {},
      element(
        'button',
        {
          type: 'button',
          class: 'totals-row',
          'data-id': id,
          'aria-pressed': String(isChosen),
          onclick: () => this.#choose(isChosen ? null : id),
        },
        element('span', { class: 'totals-name', dir: 'auto', text: name }),
        element('span', { class: 'totals-time', text: hoursText(now) }),
        bar,
        change !== null &&
          change !== 0 &&
          element('small', {
            class: 'totals-change',
            text: this.#changeText(change),
          }),
      ),
    );
  }

  /** @param {string | null} id */
  #choose(id) {
    this.#chosen = id;
    this.#draw();
  }

  /** @param {string} id @returns {{ name: string, color: string }} */
  #named(id) {
    const { calendars, people } = this.#page.agenda;
    if (this.#grouping === 'category') return { name: id || t('noCategory'), color: 'graphite' };
    if (this.#grouping === 'calendar') {
      const calendar = calendars.get(id);
      return { name: calendar?.name ?? '', color: calendar?.color ?? 'graphite' };
    }
    if (id === people.me || id === '') return { name: t('byYou'), color: 'blue' };
    const member = people.list.flatMap(({ members }) => members).find((each) => each.id === id);
    return { name: member?.name ?? t('byFormer'), color: member?.color ?? 'graphite' };
  }
}
