import { choiceList } from '../../components/form/choice-list.js';
import { fieldSettings } from '../../components/form/field-settings.js';
import { foundEvent } from '../../components/found-event.js';
import { openDialog } from '../../components/modal-dialog.js';
import { keepAboveKeyboard } from '../../dom/above-keyboard.js';
import { deviceStorage } from '../../dom/device-storage.js';
import { element } from '../../dom/element.js';
import { nextFrame } from '../../dom/frames.js';
import { icon } from '../../dom/icons.js';
import { daysText, spanText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { comparable, folded, rankOf } from '../../i18n/text-matching.js';
import { cityOf } from '../../i18n/zone-names.js';
import { RecentChoices } from '../../state/recent-choices.js';
import { ViewerZone } from '../../state/viewer-zone.js';
import { dateTyped } from './palette-dates.js';
import { paletteEntries } from './palette-entries.js';
import { findEntries } from './palette-search.js';
import { stayTyped } from './palette-travel.js';

/** @typedef {import('./palette-entries.js').Entry} Entry */

/** The most events that are listed; the search has the rest. */
const eventsMax = 5;
/** The longest text that is looked up: no name is longer. */
const typedMax = 200;
/** The results are announced when the user stops typing for this long. */
const restMs = 400;

const headings = /** @type {const} */ ({
  command: 'commands',
  calendar: 'calendars',
  person: 'people',
});

/**
 * Opens the command palette: commands, calendars, people, dates and events by typing.
 *
 * @param {EventModel} model @param {PalettePage} page
 */
export function openPalette(model, page) {
  new Palette(model, page).open();
}

class Palette {
  #model;
  #page;
  #entries;
  #recent;
  #list;
  #status = element('p', { class: 'unseen', role: 'status' });
  #timer = 0;
  #end = new AbortController();
  #close = () => {};
  /** What each option does. @type {WeakMap<HTMLElement, () => void>} */
  #runs = new WeakMap();

  /** @param {EventModel} model @param {PalettePage} page */
  constructor(model, page) {
    this.#model = model;
    this.#page = page;
    this.#entries = paletteEntries(model, page);
    this.#recent = new RecentChoices(deviceStorage(), model.agenda.people.me);
    this.#list = choiceList({
      label: t('searchOrJump'),
      listLabel: t('results'),
      choose: (option) => this.#choose(option),
      typed: () => this.#show(),
    });
  }

  open() {
    const { input, list } = this.#list;
    input.maxLength = typedMax;
    const { dialog, close } = openDialog({
      title: t('palette'),
      kind: 'palette',
      isModal: false,
      closed: () => {
        clearTimeout(this.#timer);
        this.#end.abort();
      },
      body: [
        element(
          'div',
          { class: 'finder' },
          element('div', { class: 'finder-line' }, icon('search'), input),
          list,
          this.#status,
        ),
      ],
    });
    this.#close = close;
    keepAboveKeyboard(dialog, this.#end.signal);
    // The same key that opens it closes it again.
    dialog.addEventListener('keydown', (event) => {
      const isChord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!isChord) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    });
    this.#model.agenda.addEventListener('change', () => this.#changed(), {
      signal: this.#end.signal,
    });
    input.focus();
    this.#show();
    void this.#prepare();
  }

  /** Lists what has come meanwhile: a calendar that was made elsewhere, an event that arrives. */
  #changed() {
    this.#entries = paletteEntries(this.#model, this.#page);
    const line = this.#list.input.value.trim();
    this.#list.refresh(line === '' ? this.#unasked() : this.#found(line));
  }

  /**
   * Lets the core read the events that no search has read yet, between frames. Also runs a search,
   * because the first one makes date formats and would take longer than a frame.
   */
  async #prepare() {
    do await nextFrame();
    while (this.#model.agenda.engine?.prepareSearch() === false);
    this.#found('a');
  }

  #show() {
    const line = this.#list.input.value.trim();
    const items = line === '' ? this.#unasked() : this.#found(line);
    this.#list.show(items);
    const n = items.filter((item) => item.getAttribute('role') === 'option').length;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#status.textContent = line === '' ? '' : t('resultCount', { n });
    }, restMs);
  }

  /** The list before anything is typed: the last choices, and all commands with their keys. */
  #unasked() {
    const recent = this.#recent.list.flatMap(
      (id) => this.#entries.find((entry) => entry.id === id) ?? [],
    );
    const commands = this.#entries.filter(
      ({ part, id }) => part === 'command' && !id.startsWith('setting '),
    );
    return [
      ...(recent.length > 0 ? [heading(t('recent')), ...recent.map((e) => this.#item(e))] : []),
      heading(t('commands')),
      ...commands.map((entry) => this.#item(entry)),
    ];
  }

  /**
   * An event whose title begins with the line comes before all that can be done with a calendar or
   * a person of that name; one that has it elsewhere comes last.
   *
   * @param {string} line
   */
  #found(line) {
    const parts = findEntries(this.#entries, line).map(({ part, rank, entries }) => ({
      part,
      rank,
      items: [heading(t(headings[part])), ...entries.map((entry) => this.#item(entry))],
    }));
    const date = dateTyped(line, this.#model.agenda.today);
    const going =
      date &&
      this.#option(t('goToNamed', { date: date.name }), () => {
        this.#page.jump(date.date);
      });
    const events = this.#events(line);
    const isNamed = events.rank <= 1;
    const isFirst = (/** @type {(typeof parts)[number]} */ { part, rank }) =>
      isNamed ? part === 'command' && rank <= events.rank : rank < 1;
    return [
      ...parts.filter(isFirst).flatMap(({ items }) => items),
      ...(going ? [heading(t('date')), going] : []),
      ...(isNamed ? events.items : []),
      ...parts.filter((each) => !isFirst(each)).flatMap(({ items }) => items),
      ...(isNamed ? [] : events.items),
      ...this.#travelling(line),
      ...this.#adding(line),
    ];
  }

  /** @param {string} line */
  #travelling(line) {
    const { agenda, settings } = this.#model;
    const stay = stayTyped(fieldSettings.read(line), Intl.supportedValuesOf?.('timeZone') ?? []);
    if (!stay) return [];
    const days = daysText(stay.first, stay.last, agenda.today);
    const add = () => {
      new ViewerZone(settings).addStay(stay);
      this.#page.jump(stay.first);
    };
    const words = t('stay', { city: cityOf(stay.zone), days });
    return [heading(t('travel')), this.#option(t('travelOption', { stay: words }), add)];
  }

  /**
   * @param {string} line
   * @returns {{ items: HTMLElement[], rank: number }} The events found, and how well the line fits
   *   the best title.
   */
  #events(line) {
    const { agenda } = this.#model;
    const find = (/** @type {boolean} */ withPast) =>
      agenda.engine?.search(line, '', '', withPast, eventsMax);
    const coming = find(false);
    if (!coming || coming.upcoming + coming.past === 0) return { items: [], rank: Infinity };
    // If there are no upcoming events, show past ones.
    const events = (coming.upcoming > 0 ? coming : find(true))?.events ?? [];
    const items = events.slice(0, eventsMax).map((event) => {
      const item = foundEvent(event, agenda);
      this.#runs.set(item, () => this.#page.show(event.start.slice(0, 10), event.key));
      return item;
    });
    const n = coming.upcoming + coming.past;
    const rest =
      n > items.length
        ? [this.#option(t('showAllFound', { n }), () => this.#page.search(line))]
        : [];
    // What is only similar comes after whatever has the words as typed.
    if (coming.near) return { items: [heading(t('eventsNear')), ...items], rank: Infinity };
    const ranks = events.map(({ title }) => rankOf(folded(line), comparable(title)));
    return { items: [heading(t('events')), ...items, ...rest], rank: Math.min(...ranks) };
  }

  /** @param {string} line Offered as a line for quick add, unless it has no title. */
  #adding(line) {
    const read = fieldSettings.read(line);
    if (!read || read.title.trim() === '') return [];
    const { today } = this.#model.agenda;
    const day = read.hasDate ? daysText(read.start, read.start, today) : '';
    const time = read.allDay
      ? ''
      : spanText({ allDay: false, start: read.start, end: read.start }, read.start.slice(0, 10));
    const option = this.#option(
      t('addLine', { line }),
      () => this.#page.quickAdd(line),
      [day, time].filter(Boolean).join(' · '),
    );
    return [heading(t('newEvent')), option];
  }

  /** @param {Entry} entry */
  #item({ id, name, detail = '', color, keys = [], run }) {
    const chosen = () => {
      this.#recent.add(id);
      run();
    };
    const option = this.#option(name, chosen, detail, keys);
    if (color) option.dataset['color'] = color;
    return option;
  }

  /**
   * @param {string} name @param {() => void} run @param {string} [detail] @param {string[]} [keys]
   */
  #option(name, run, detail = '', keys = []) {
    const option = element(
      'li',
      { role: 'option', class: 'palette-option' },
      element('span', { class: 'palette-name', dir: 'auto', text: name }),
      detail !== '' && element('small', { dir: 'auto', text: detail }),
      keys.length > 0 &&
        element(
          'span',
          { class: 'palette-keys' },
          ...keys.map((key) => element('kbd', { text: key })),
        ),
    );
    this.#runs.set(option, run);
    return option;
  }

  /** @param {HTMLElement} option */
  #choose(option) {
    this.#close();
    this.#runs.get(option)?.();
  }
}

/** @param {string} text */
const heading = (text) => element('li', { class: 'find-heading', role: 'presentation', text });
