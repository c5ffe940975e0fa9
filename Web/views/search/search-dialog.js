import { choiceField } from '../../components/form/choice-field.js';
import { choiceList } from '../../components/form/choice-list.js';
import { namedColors } from '../../components/form/color-picker.js';
import { foundEvent } from '../../components/found-event.js';
import { openDialog } from '../../components/modal-dialog.js';
import { keepAboveKeyboard } from '../../dom/above-keyboard.js';
import { element, tell } from '../../dom/element.js';
import { nextFrame } from '../../dom/frames.js';
import { icon } from '../../dom/icons.js';
import { t } from '../../i18n/strings.js';
import { selectedMax } from '../../interaction/selected-events.js';

/** The most events that are listed; the rest are counted. */
const shownMax = 50;
/** The number of upcoming events below which past ones are shown without a request. */
const fewUpcoming = 5;
/** The results are announced when the user stops typing for this long. */
const restMs = 400;

/**
 * Searches all events during typing: shows upcoming ones first, and past ones if there are few
 * upcoming ones or on request.
 */
export class SearchDialog {
  #agenda;
  #go;
  #list;
  #calendar;
  #color;
  #status = element('p', { class: 'unseen', role: 'status' });
  #all = element('button', {
    type: 'button',
    class: 'quiet',
    text: t('selectAll'),
    onclick: () => this.#selectAll(),
  });
  #withPast = false;
  #timer = 0;
  #end = new AbortController();
  #close = () => {};

  /** @param {Agenda} agenda @param {(date: string, key: string) => void} go */
  constructor(agenda, go) {
    this.#agenda = agenda;
    this.#go = go;
    const changed = () => this.#search(false);
    this.#list = choiceList({
      label: t('searchFor'),
      listLabel: t('found'),
      choose: (option) => this.#choose(option),
      typed: changed,
    });
    this.#calendar = choiceField(
      [
        ['', t('allCalendars')],
        ...agenda.listedCalendars.map(
          ({ id, name, color }) => /** @type {Choice} */ ([id, name, color]),
        ),
      ],
      '',
      { 'aria-label': t('calendar'), onchange: changed },
    );
    this.#color = choiceField(
      [
        ['', t('allColors')],
        ...namedColors.map((color) => /** @type {Choice} */ ([color, t(color), color])),
      ],
      '',
      { 'aria-label': t('color'), onchange: changed },
    );
  }

  /** @param {string} [line] The text to search for. */
  open(line = '') {
    const { input, list } = this.#list;
    input.value = line;
    const { dialog, close } = openDialog({
      title: t('search'),
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
          element('div', { class: 'finder-filters' }, this.#calendar, this.#color),
          list,
          this.#all,
          this.#status,
        ),
      ],
    });
    this.#close = close;
    keepAboveKeyboard(dialog, this.#end.signal);
    const changed = () => this.#search(this.#withPast, this.#list.refresh);
    this.#agenda.addEventListener('change', changed, { signal: this.#end.signal });
    input.focus();
    this.#search(false);
    void this.#prepare();
  }

  /**
   * Lets the core read the events that no search has read yet, after the dialog is shown and before
   * the first letter is typed.
   */
  async #prepare() {
    do await nextFrame();
    while (this.#agenda.engine?.prepareSearch() === false);
  }

  /**
   * @param {boolean} withPast
   * @param {(items: HTMLElement[]) => void} [show] Fills the list.
   * @returns {void}
   */
  #search(withPast, show = this.#list.show) {
    const text = this.#list.input.value;
    this.#withPast = withPast;
    this.#all.hidden = true;
    if (text.trim() === '') return show([note(t('searchHint'))]);
    const found = this.#agenda.engine?.search(
      text,
      this.#calendar.value,
      this.#color.value,
      withPast,
      shownMax,
    );
    if (!found) return;
    const { upcoming, past, cut, near, events } = found;
    // If many events are upcoming, past events would only be in the way.
    if (!withPast && past > 0 && upcoming < fewUpcoming) return this.#search(true, show);
    this.#all.hidden = events.length < 2;
    const coming = events.slice(0, Math.min(upcoming, shownMax));
    const over = events.slice(coming.length);
    show([
      ...(upcoming + past === 0 ? [note(t('nothingFound'))] : []),
      ...(near ? [note(t('foundNear', { text: text.trim() }))] : []),
      ...(upcoming > 0 ? [heading(t('upcoming'), upcoming)] : []),
      ...coming.map((event) => foundEvent(event, this.#agenda)),
      ...(upcoming > coming.length ? [note(t('moreFound', { n: upcoming - coming.length }))] : []),
      ...(over.length > 0 ? [heading(t('past'), past)] : []),
      ...over.map((event) => foundEvent(event, this.#agenda)),
      ...(cut ? [note(t('searchCut'))] : []),
      ...(past > 0 && !withPast
        ? [
            element('li', {
              role: 'option',
              class: 'find-past',
              'data-past': true,
              text: t('showPast', { n: past }),
            }),
          ]
        : []),
    ]);
    const count = t('foundCount', { upcoming, past });
    this.#say(near ? `${t('foundNear', { text: text.trim() })} ${count}` : count);
  }

  /**
   * Selects all results, including upcoming ones that aren't listed, and the past ones that are
   * shown.
   */
  #selectAll() {
    const found = this.#agenda.engine?.search(
      this.#list.input.value,
      this.#calendar.value,
      this.#color.value,
      this.#withPast,
      selectedMax,
    );
    this.#close();
    tell(document, 'events-select', { keys: (found?.events ?? []).map(({ key }) => key) });
  }

  /** @param {string} text */
  #say(text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#status.textContent = text;
    }, restMs);
  }

  /** @param {HTMLElement} option */
  #choose(option) {
    if ('past' in option.dataset) {
      const first = this.#list.list.querySelectorAll('.found').length;
      this.#search(true);
      // Mark the first past event, which replaces the chosen option.
      return this.#list.mark(first);
    }
    this.#close();
    this.#go(option.dataset['date'] ?? '', option.dataset['key'] ?? '');
  }
}

/** @param {string} text */
const note = (text) => element('li', { class: 'find-note', role: 'presentation', text });

/** @param {string} text @param {number} n */
const heading = (text, n) =>
  element(
    'li',
    { class: 'find-heading', role: 'presentation' },
    element('span', { text }),
    element('small', { text: String(n) }),
  );
