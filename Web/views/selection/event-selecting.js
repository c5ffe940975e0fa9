import { focusedIn, hear } from '../../dom/element.js';
import { isReadOnly } from '../../i18n/calendar-owners.js';
import { t } from '../../i18n/strings.js';
import { isForDialog } from '../../interaction/key-presses.js';
import { SelectedEvents, selectedMax, shiftBetween } from '../../interaction/selected-events.js';
import { SelectionBar } from './selection-bar.js';
import {
  askDeletion,
  openCalendarChoice,
  openColorChoice,
  openShiftDialog,
} from './selection-dialogs.js';
import { drawLasso } from './selection-lasso.js';

/** @typedef {import('./selection-bar.js').SelectionCommand} SelectionCommand */

/**
 * Selects several events and changes all of them as one edit. The views aren't involved: the ring
 * is a style sheet that names the keys, because the views reuse their elements for other events.
 */
export class EventSelecting {
  #model;
  #notices;
  #signal;
  #selected = new SelectedEvents();
  #ring = new CSSStyleSheet();
  #bar = new SelectionBar((command) => this.#run(command));
  /** Where the focus was before it went to the bar. */
  #from = /** @type {HTMLElement | null} */ (null);
  #isExplained = false;

  /** @param {EventModel} model @param {Notices} notices @param {AbortSignal} signal */
  constructor(model, notices, signal) {
    this.#model = model;
    this.#notices = notices;
    this.#signal = signal;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#ring];
    signal.addEventListener('abort', () => {
      this.#bar.element.remove();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
        (sheet) => sheet !== this.#ring,
      );
    });
    this.#selected.addEventListener('change', () => this.#show());
    model.agenda.addEventListener('change', () => this.#forgetGone(), { signal });
    // On the body, so that the page's own shortcuts on the document come later.
    document.body.addEventListener('keydown', (event) => this.#pressed(event), { signal });
    document.addEventListener('click', (event) => this.#tapped(event), { signal, capture: true });
    hear(document, 'selection-asked', ({ answer }) => answer(this.#selected.keys), signal);
    hear(document, 'event-lifted', (lifted) => this.#lifted(lifted), signal);
    document.addEventListener('focusin', ({ target }) => this.#focused(target), { signal });
  }

  /** @param {string} key */
  toggle(key) {
    this.#check(this.#selected.toggle(key));
  }

  /** @param {string[]} keys */
  add(keys) {
    this.#check(this.#selected.set([...this.#selected.keys, ...keys]));
    this.#bar.focus();
  }

  /** @param {string} date */
  toggleDay(date) {
    this.#check(this.#selected.toggleAll(this.#keysOfDay(date)));
  }

  /** @param {PointerEvent} press */
  lasso(press) {
    const before = this.#selected.keys;
    drawLasso(
      press,
      {
        caught: (keys) => this.#check(this.#selected.set([...before, ...keys])),
        cancelled: () => this.#selected.set(before),
      },
      (date) => this.#keysOfDay(date),
      this.#signal,
    );
  }

  /**
   * Moves all selected events like the one that was dropped.
   *
   * @param {{ key: string, times: Times, copy?: boolean }} dropped
   * @returns {boolean | null} Whether it was done; null if only the dropped event is to be moved.
   */
  drop({ key, times, copy = false }) {
    if (!this.#selected.has(key) || this.#selected.count < 2) return null;
    const event = this.#model.agenda.engine?.event(key);
    const shift = event && shiftBetween(event, times);
    if (!shift) return null;
    return this.#do({
      do: copy ? 'copy' : 'shift',
      days: String(shift.days),
      minutes: String(shift.minutes),
    });
  }

  /**
   * When a view lifts a selected event, tells it which others move along.
   *
   * @param {{ key: string, follow: (keys: string[]) => void }} lifted
   */
  #lifted({ key, follow }) {
    if (this.#selected.has(key)) follow(this.#selected.keys.filter((other) => this.#isOwn(other)));
  }

  /** @param {string} key */
  #isOwn(key) {
    const event = this.#eventOf(key);
    return event !== null && !isReadOnly(event.calendar);
  }

  /** @param {string} date */
  #keysOfDay(date) {
    return (this.#model.agenda.engine?.day(date) ?? []).map(({ key }) => key);
  }

  /** @param {boolean} hadRoom */
  #check(hadRoom) {
    if (!hadRoom) this.#notices.show(t('selectionFull', { n: selectedMax }));
  }

  #show() {
    const { keys, count } = this.#selected;
    this.#ring.replaceSync(ringOf(keys));
    if (count === 0) return this.#hide();
    this.#bar.show(count);
    const hint = this.#isExplained ? '' : ` ${t('selectionHint')}`;
    this.#isExplained = true;
    this.#notices.voice.say(t('selectedCount', { n: count }) + hint);
  }

  #hide() {
    const hadFocus = focusedIn(this.#bar.element) !== null;
    this.#bar.element.remove();
    this.#notices.voice.say(t('selectionCleared'));
    if (!hadFocus) return;
    const stop = this.#from?.isConnected
      ? this.#from
      : document.querySelector('[data-view] [tabindex="0"]');
    if (stop instanceof HTMLElement) stop.focus({ preventScroll: true });
  }

  #forgetGone() {
    const { keys } = this.#selected;
    if (keys.length > 0) this.#selected.set(keys.filter((key) => this.#eventOf(key)));
  }

  /** @param {string} key @returns {EventDetail | null} Null if it's gone. */
  #eventOf(key) {
    try {
      return this.#model.agenda.engine?.event(key) ?? null;
    } catch {
      return null;
    }
  }

  /** @param {SelectionAction} action @returns {boolean} Whether it was done. */
  #do(action) {
    const { keys } = this.#selected;
    const edit = this.#model.edits.editSelection(keys, action);
    if (!edit) return false;
    this.#selected.set([]);
    return true;
  }

  /** @param {SelectionCommand} command */
  #run(command) {
    if (command === 'clear') return void this.#selected.set([]);
    const { agenda } = this.#model;
    const { engine } = agenda;
    const { keys } = this.#selected;
    const all = keys.flatMap((key) => this.#eventOf(key) ?? []);
    if (!engine || all.length === 0) return;
    const own = all.filter(({ calendar }) => !isReadOnly(calendar));
    const events = own.length > 0 ? own : all;
    /** @type {import('./selection-dialogs.js').Selected} */
    const selected = {
      agenda,
      keys,
      events,
      run: (action) => this.#do(action),
      effectOf: (action) => engine.selectionEffect(keys, action),
    };
    const dialogs = {
      move: () => openShiftDialog('shift', selected),
      copy: () => openShiftDialog('copy', selected),
      calendar: () => openCalendarChoice(selected),
      color: () => openColorChoice(selected),
      delete: () => askDeletion(selected),
    };
    void dialogs[command]();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (this.#selected.count === 0 || event.defaultPrevented) return;
    if (isForDialog(event)) return;
    const isField =
      event.target instanceof Element && event.target.matches('input, textarea, select');
    if (isField) return;
    const isActions = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (event.key === 'Escape') this.#selected.set([]);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.#run('delete');
    else if (isActions) this.#bar.focus();
    else return;
    event.preventDefault();
  }

  /**
   * With a finger there's no Shift, so once something is selected, every tap selects. A click of
   * the mouse on nothing ends the selection.
   *
   * @param {MouseEvent} event
   */
  #tapped(event) {
    const { target } = event;
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
    if (this.#selected.count === 0 || !(target instanceof Element)) return;
    if (target.closest('dialog, .hours-more')) return;
    const key = target.closest('[data-key]')?.getAttribute('data-key');
    if (!isTouch && !event.shiftKey && target.closest('[data-view]') && !target.closest('button'))
      return void this.#selected.set([]);
    if (!isTouch || !key) return;
    event.preventDefault();
    event.stopPropagation();
    this.toggle(key);
  }

  /** @param {EventTarget | null} target */
  #focused(target) {
    if (!(target instanceof HTMLElement) || target.closest('dialog, .selection-bar')) return;
    this.#from = target;
    if (this.#selected.has(target.dataset['key'] ?? '')) this.#notices.voice.say(t('isSelected'));
  }
}

/** @param {string[]} keys @returns {string} The style of the selected events. */
function ringOf(keys) {
  if (keys.length === 0) return '';
  const events = `:is(${keys.map((key) => `[data-key="${CSS.escape(key)}"]`).join()}):not(.found, .outlined)`;
  return `${events} { box-shadow: 0 0 0 1px var(--bg), inset 0 0 0 2px var(--text); z-index: 2; }
    @media (forced-colors: active) { ${events} { outline: 4px double Highlight; } }
    @media print { ${events} { box-shadow: none; } }`;
}
