import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../dom/element.js';
import { capital } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { partsOf, partWords, wordsFrom } from './draft-words.js';
import { changesOf, draftOf } from './event-draft.js';

/** @typedef {import('./draft-words.js').Part} Part */
/** @typedef {import('./draft-words.js').DraftWords} DraftWords */

/**
 * Whether only the user's other windows and devices can have changed an event, because nobody else
 * writes to the user's own calendars.
 *
 * @param {Agenda} agenda @param {EventSubject} subject
 */
const isOnlyMine = ({ calendars }, { draft }) => calendars.get(draft.calendar)?.level === 'own';

/**
 * The parts that two people both changed, to different values.
 *
 * @param {Draft} mine @param {Draft} theirs @param {Draft} before
 * @returns {Part[]}
 */
export function bothChanged(mine, theirs, before) {
  const ours = partsOf(changesOf(mine, before));
  const others = partsOf(changesOf(theirs, before));
  const differing = partsOf(changesOf(mine, theirs));
  return ours.filter((part) => others.includes(part) && differing.includes(part));
}

/**
 * @param {Agenda} agenda @param {string} key
 * @returns {EventDetail | null} The event as it is now; null if it's gone, or if there was none.
 */
export function eventNow({ engine }, key) {
  try {
    return (key && engine?.event(key)) || null;
  } catch {
    return null;
  }
}

/**
 * The event as it is now. If it's gone, as it was: saving then reports that.
 *
 * @param {Agenda} agenda @param {EventSubject} subject
 */
function draftNow(agenda, subject) {
  const now = eventNow(agenda, subject.event?.key ?? '');
  return now ? draftOf(now) : subject.draft;
}

/**
 * Merges what was typed with somebody else's changes since the sheet opened. A part that only one
 * of them changed gets that change; for a part that both changed, the user is asked.
 *
 * @param {EventModel} model @param {EventSubject} subject @param {Draft} typed
 * @returns {Promise<{ typed: Draft, before: Draft } | null>} What to save, and the event as it is
 *   now; null if the user closed the question.
 */
export async function settle({ agenda, zone }, subject, typed) {
  const before = subject.draft;
  const now = draftNow(agenda, subject);
  const conflicts = bothChanged(typed, now, before);
  const chosen =
    conflicts.length === 0
      ? typed
      : await askWhich(typed, now, conflicts, {
          ...wordsFrom(agenda, zone),
          isOnlyMine: isOnlyMine(agenda, subject),
        });
  if (!chosen) return null;
  const whole = conflicts.flatMap(({ names }) => names.map((name) => [name, chosen[name]]));
  return {
    typed: { ...now, ...changesOf(chosen, before), ...Object.fromEntries(whole) },
    before: now,
  };
}

/**
 * A line in the open sheet that says which parts of the event were changed elsewhere.
 *
 * @param {Agenda} agenda @param {EventSubject} subject
 * @param {{ signal: AbortSignal, isTouched: () => boolean, reopen: () => void }} sheet
 * @returns {HTMLElement}
 */
export function changedElsewhereNote(agenda, subject, { signal, isTouched, reopen }) {
  const words = element('span', {});
  const newer = element('button', {
    type: 'button',
    class: 'quiet',
    text: t('showNewer'),
    onclick: reopen,
  });
  const note = element('p', { class: 'meanwhile', role: 'status' }, words, newer);
  const look = () => {
    const changed = partsOf(changesOf(draftNow(agenda, subject), subject.draft));
    note.hidden = changed.length === 0;
    words.textContent = note.hidden
      ? ''
      : t(isOnlyMine(agenda, subject) ? 'changedByYou' : 'changedMeanwhile', {
          what: changed.map(({ label }) => t(label)).join(', '),
        });
    newer.hidden = isTouched();
  };
  agenda.addEventListener('change', look, { signal });
  note.hidden = true;
  return note;
}

/** @param {Part} part @param {Draft} version @param {DraftWords} words @returns {string} Its value, on its own line. */
function valueLine(part, version, words) {
  const value = partWords(part, version, words);
  return part.label === 'repeat' ? capital(value) : value;
}

/**
 * Lets the user choose between both versions of every part in conflict.
 *
 * @param {Draft} mine @param {Draft} theirs @param {Part[]} conflicts
 * @param {DraftWords & { isOnlyMine: boolean }} words
 * @returns {Promise<Draft | null>} What to save; null if the user closed the dialog.
 */
function askWhich(mine, theirs, conflicts, words) {
  return new Promise((resolve) => {
    /** @type {Draft | null} */
    let chosen = null;
    const fields = conflicts.map((part, index) => {
      const choice = (
        /** @type {Draft} */ version,
        /** @type {Message} */ label,
        /** @type {string} */ value,
      ) =>
        element(
          'label',
          { class: 'version' },
          element('input', {
            type: 'radio',
            name: `part-${index}`,
            value,
            checked: value === 'mine',
          }),
          element(
            'span',
            {},
            element('small', { text: t(label) }),
            element('span', { text: valueLine(part, version, words) }),
          ),
        );
      return element(
        'fieldset',
        { class: 'versions' },
        element('legend', { text: t(part.label) }),
        choice(mine, words.isOnlyMine ? 'yoursHere' : 'yours', 'mine'),
        choice(theirs, words.isOnlyMine ? 'yoursElsewhere' : 'theirs', 'theirs'),
      );
    });
    const save = element('button', {
      type: 'button',
      class: 'primary',
      text: t('save'),
      onclick: () => {
        const taken = conflicts
          .filter((_, index) => fields[index]?.querySelector('input')?.checked === false)
          .flatMap(({ names }) => names);
        chosen = { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) };
        close();
      },
    });
    const { close } = openDialog({
      title: t('bothChangedTitle'),
      body: [
        element('p', {
          class: 'dialog-text',
          text: t(words.isOnlyMine ? 'bothChangedByYou' : 'bothChangedText'),
        }),
        ...fields,
      ],
      foot: [save],
      closed: () => resolve(chosen),
    });
  });
}

/**
 * @param {string} calendar @param {Pick<Agenda, 'calendarList' | 'defaultCalendar'>} agenda
 * @returns {string} The default calendar if the given one is gone or can't be changed any more.
 */
export const presentCalendar = (calendar, { calendarList, defaultCalendar }) =>
  calendarList.some(({ id }) => id === calendar) ? calendar : (defaultCalendar?.id ?? calendar);
