import { isForDialog, isTyping } from './key-presses.js';

/** How long a letter waits for another one before it's a shortcut. */
const patienceMs = 300;
/** How long the letters of a title are kept for its field, whose script may still be loading. */
const fieldMs = 5000;

/** The days of the month and the times in the hours that take the focus. */
const places = 'month-view .day[data-date], .hours-slot';
/** The fields for the title of a new event. */
const titles = '#event-form .event-title, #quick-form input';

/** The keys that choose a day or a time. */
const choosing = /^(Arrow|Page|Home$|End$|Tab$)/;

/**
 * Tells a title from shortcuts while a day or a time is chosen: two letters in a row begin a new
 * event's title there, a lone one is a shortcut. A shortcut that goes elsewhere gives the focus to
 * another day without choosing it, so that it can be repeated quickly.
 */
export class TypedTitle {
  #actions;
  /** What was typed so far. */
  #text = '';
  /** @type {Element | null} The day or time where it was typed. */
  #place = null;
  #isChosen = false;
  #timer = 0;
  /** Presses the lone letter again, as a shortcut. */
  #pressAgain = () => {};
  #isAgain = false;

  /**
   * @param {{ begin: (place: Element) => void, leaves: (event: KeyboardEvent) => boolean }} actions
   *   `begin` opens the form of a new event on a day or at a time; `leaves` is whether a key goes to
   *   another view or date.
   * @param {AbortSignal} signal
   */
  constructor(actions, signal) {
    this.#actions = actions;
    // Before the page's shortcuts, which leave a press that was prevented.
    const options = { capture: true, signal };
    document.addEventListener('pointerdown', ({ target }) => this.#pressed(target), options);
    document.addEventListener('keydown', (event) => this.#typed(event), options);
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const { key, target, repeat } = event;
    if (this.#isAgain || /^(Shift|AltGraph|CapsLock)$/.test(key)) return;
    if (choosing.test(key)) this.#isChosen = true;
    const isPlace = this.#isChosen && target instanceof Element && target.matches(places);
    const place = isPlace && !repeat && isCharacter(event) && !isForDialog(event) ? target : null;
    if (place && this.#text !== '' && place === this.#place) {
      take(event);
      this.#text += key;
      return this.#open(place);
    }
    this.#settle(key !== 'Escape');
    const leaves = this.#actions.leaves(event);
    if (!place || !/^\p{L}$/u.test(key)) {
      if (leaves) this.#isChosen = false;
      return;
    }
    take(event);
    this.#text = key;
    this.#place = place;
    this.#pressAgain = () => {
      if (leaves) this.#isChosen = false;
      this.#isAgain = true;
      (place.isConnected ? place : document.body).dispatchEvent(
        new KeyboardEvent('keydown', event),
      );
      this.#isAgain = false;
    };
    this.#timer = setTimeout(() => this.#settle(true), patienceMs);
  }

  /** @param {EventTarget | null} target */
  #pressed(target) {
    this.#settle(true);
    if (target instanceof Element && target.closest('[data-view]')) this.#isChosen = true;
  }

  /** @param {boolean} runs Whether the lone letter that waits is run as a shortcut, or dropped. */
  #settle(runs) {
    clearTimeout(this.#timer);
    const wasWaiting = this.#text !== '';
    this.#text = '';
    if (wasWaiting && runs) this.#pressAgain();
  }

  /** @param {Element} place */
  #open(place) {
    clearTimeout(this.#timer);
    const waiting = new AbortController();
    const { signal } = waiting;
    const options = { capture: true, signal };
    const end = () => {
      waiting.abort();
      this.#text = '';
    };
    const giveUp = setTimeout(end, fieldMs);
    signal.addEventListener('abort', () => clearTimeout(giveUp));
    addEventListener('keydown', (event) => this.#awaited(event, end), options);
    // A browser clicks a focused button when Space is released.
    addEventListener('keyup', (event) => event.key === ' ' && event.preventDefault(), options);
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (!(target instanceof HTMLInputElement) || !target.matches(titles)) return;
        // The form is complete after the task that focuses its field.
        queueMicrotask(() => {
          const text = this.#text;
          if (!signal.aborted) end();
          write(target, text);
        });
      },
      options,
    );
    this.#actions.begin(place);
  }

  /** @param {KeyboardEvent} event A press before the field is there. @param {() => void} end */
  #awaited(event, end) {
    if (isTyping(event.target) || event.isComposing) return;
    if (event.key === 'Escape') return end();
    if (isCharacter(event)) this.#text += event.key;
    else if (event.key === 'Backspace') this.#text = [...this.#text].slice(0, -1).join('');
    else if (event.key !== 'Enter') return;
    take(event);
  }
}

/** @param {KeyboardEvent} event Does nothing else any more. */
function take(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {KeyboardEvent} event @returns {boolean} Whether the key writes a character. */
const isCharacter = (event) =>
  [...event.key].length === 1 &&
  !event.isComposing &&
  !event.defaultPrevented &&
  (event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey || event.altKey));

/** @param {HTMLInputElement} field @param {string} text */
function write(field, text) {
  if (text === '') return;
  // A line that was left is selected, so that typing replaces it.
  const { value, selectionStart, selectionEnd } = field;
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }),
  );
}
