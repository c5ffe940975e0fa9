import { dismissCards, openDialogs } from '../../components/open-dialogs.js';
import { isReadOnly, readOnlyText, titleOf } from '../../i18n/calendar-owners.js';
import { dateText, spanText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { isTyping } from '../../interaction/key-presses.js';
import { clock } from '../../time/clock.js';
import { movedBy, shiftTo } from '../../time/shifted-times.js';
import { chosenKeys, chosenTime } from './chosen-events.js';
import { draftOf } from './event-draft.js';

/** @typedef {import('../../time/shifted-times.js').Shift} Shift */
/**
 * @typedef {{ keys: string[], title: string, text: string | null, isCut: boolean }} HeldEvents
 *   `text` is what the system's clipboard has of them; null if it couldn't be written.
 */

/**
 * Copies and cuts the chosen events, and pastes them at the chosen time or day. Other programs get
 * them as text. What is cut stays where it is, fainter, until it's pasted.
 */
export class EventClipboard {
  #model;
  #notices;
  #fading = new CSSStyleSheet();
  /** @type {HeldEvents | null} */
  #held = null;

  /** @param {EventModel} model @param {Notices} notices @param {AbortSignal} signal */
  constructor(model, notices, signal) {
    this.#model = model;
    this.#notices = notices;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#fading];
    signal.addEventListener('abort', () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
        (sheet) => sheet !== this.#fading,
      );
    });
    for (const name of /** @type {const} */ (['copy', 'cut']))
      document.addEventListener(name, (event) => this.#taken(event, name === 'cut'), { signal });
    document.addEventListener('paste', (event) => this.#pasted(event), { signal });
    // Where no text is selected, Safari copies and pastes only if the page prevents these.
    for (const name of ['beforecopy', 'beforecut', 'beforepaste'])
      document.addEventListener(
        name,
        (event) => {
          const isPaste = name === 'beforepaste';
          if (isTyping(event.target) || !(isPaste ? this.#held : chosenKeys().length > 0)) return;
          if (isPaste || isNoTextSelected()) event.preventDefault();
        },
        { signal },
      );
    // On the body, so that the page's own shortcuts on the document come later.
    document.body.addEventListener('keydown', (event) => this.#pressed(event), { signal });
  }

  /** @returns {string} What a menu calls pasting; empty if there's nothing to paste. */
  get pasteText() {
    if (!this.#held) return '';
    const { keys, title } = this.#held;
    return keys.length === 1 ? t('pasteNamed', { title }) : t('pasteCount', { n: keys.length });
  }

  /**
   * Copies or cuts an event from a menu, where the browser sends no event of the clipboard.
   *
   * @param {string} key @param {boolean} isCut
   */
  async take(key, isCut) {
    const text = this.#hold([key], isCut);
    if (text === null || !this.#held) return;
    const held = this.#held;
    await navigator.clipboard?.writeText(text).then(
      () => {
        held.text = text;
      },
      // It isn't allowed everywhere, and within the page it isn't needed.
      () => {},
    );
  }

  /** @param {ClipboardEvent} event @param {boolean} isCut */
  #taken(event, isCut) {
    if (isTyping(event.target) || !isNoTextSelected()) return;
    if (event.defaultPrevented || document.querySelector('dialog:modal')) return;
    const text = this.#hold(chosenKeys(), isCut);
    if (text === null || !this.#held) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    this.#held.text = text;
  }

  /**
   * @param {string[]} keys @param {boolean} isCut
   * @returns {string | null} The events in words; null if none of them can be taken.
   */
  #hold(keys, isCut) {
    const events = keys
      .flatMap((key) => this.#eventOf(key) ?? [])
      .filter((event) => !event.proposal && !(isReadOnly(event.calendar) && event.title === ''));
    const taken = isCut ? events.filter(({ calendar }) => !isReadOnly(calendar)) : events;
    const [first] = taken;
    if (!first) {
      if (events[0]) this.#notices.show(readOnlyText(events[0].calendar));
      return null;
    }
    const title = titleOf(first);
    this.#held = { keys: taken.map(({ key }) => key), title, text: null, isCut };
    this.#fading.replaceSync(isCut ? fadingOf(this.#held.keys) : '');
    // A card would keep the focus, and so the time to paste at.
    dismissCards();
    const n = taken.length;
    if (n === 1) this.#notices.show(t(isCut ? 'eventCut' : 'eventCopied', { title }));
    else this.#notices.show(t(isCut ? 'eventsCut' : 'eventsCopied', { n }));
    return taken.map(textOf).join('\n\n');
  }

  /** @param {string} key @returns {EventDetail | null} Null if it's gone. */
  #eventOf(key) {
    try {
      return this.#model.agenda.engine?.event(key) ?? null;
    } catch {
      return null;
    }
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    const { target, clipboardData } = event;
    const text = clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
    // Something else was copied since.
    if (!this.#held || (this.#held.text !== null && this.#held.text !== text)) return;
    if (document.querySelector('dialog:modal')) return;
    if (isTyping(target) && !isUntitled(target)) return;
    event.preventDefault();
    this.paste(chosenTime());
  }

  /** @param {string} at A local time, or a date if the events keep their times of day. */
  paste(at) {
    dismissCards();
    const held = this.#held;
    const events = held?.keys.flatMap((key) => this.#eventOf(key) ?? []) ?? [];
    if (!held || at === '') return;
    if (events.length === 0) return this.#forget(t('eventGone'));
    const shift = shiftTo(at, events);
    const own = events.filter(({ calendar }) => !isReadOnly(calendar));
    if (own.length > 0) this.#pasteOwn(own, shift, held.isCut);
    else for (const event of events) this.#copyToMine(event, shift);
    if (held.isCut) this.#forget();
  }

  /** @param {EventDetail[]} events @param {Shift} shift @param {boolean} isCut */
  #pasteOwn(events, { days, minutes }, isCut) {
    if (isCut && days === 0 && minutes === 0) return;
    const edit = this.#model.edits.editSelection(
      events.map(({ key }) => key),
      { do: isCut ? 'shift' : 'copy', days: String(days), minutes: String(minutes) },
    );
    const [first] = events;
    if (!edit || !first) return;
    const uid = isCut ? first.uid : uidOfCopy(edit);
    if (uid) focusPasted(uid, movedBy(first, days, minutes).start);
  }

  /** @param {EventDetail} event Of somebody else's. @param {Shift} shift */
  #copyToMine(event, { days, minutes }) {
    const { agenda, edits } = this.#model;
    const { start, end } = movedBy(event, days, minutes);
    const uid = clock.uid();
    const edit = edits.create({
      ...draftOf(event),
      ...{ uid, start, end, zone: '', repeat: '', color: '', reminders: '', private: '0' },
      calendar: agenda.defaultCalendar?.id ?? '',
    });
    if (edit) focusPasted(uid, start);
  }

  /** @param {string} [said] Why there's nothing to paste any more. */
  #forget(said = '') {
    this.#held = null;
    this.#fading.replaceSync('');
    if (said) this.#notices.show(said);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const isLeft = this.#held?.isCut && event.key === 'Escape' && openDialogs.size === 0;
    if (!isLeft || event.defaultPrevented || isTyping(event.target)) return;
    event.preventDefault();
    this.#forget(t('cutLeft'));
  }
}

/**
 * @param {Edit} edit
 * @returns {string | undefined} The UID of the first copy, by which the core has named its object.
 */
const uidOfCopy = ({ changes }) =>
  changes.find(({ op }) => op === 'put')?.href.replace(/\.ics$/, '');

/** @param {string} uid @param {string} start Where the event has been pasted. */
function focusPasted(uid, start) {
  /** @type {Partial<CalendarView> & HTMLElement | null} */
  const view = document.querySelector('[data-view]');
  view?.focusPasted?.({ uid, start });
}

/** @returns {boolean} False if a person has selected text, because then they mean that. */
const isNoTextSelected = () => getSelection()?.isCollapsed !== false;

/** @param {EventTarget | null} target @returns {boolean} Whether it's the empty title of a form. */
const isUntitled = (target) =>
  target instanceof HTMLInputElement &&
  target.value === '' &&
  target.matches('#event-form .event-title, #quick-form input');

/** @param {EventDetail} event @returns {string} The event in words, for other programs. */
const textOf = (event) =>
  [
    titleOf(event),
    [dateText(event.start, 'full'), spanText(event, event.start.slice(0, 10))]
      .filter(Boolean)
      .join(', '),
    event.location,
    event.url,
  ]
    .filter(Boolean)
    .join('\n');

/** @param {string[]} keys @returns {string} The style of events that wait to be moved. */
const fadingOf = (keys) =>
  `[data-view] :is(${keys.map((key) => `[data-key="${CSS.escape(key)}"]`).join()}) { opacity: .45; }`;
