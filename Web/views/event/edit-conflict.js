import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../dom/element.js';
import { dateText, lengthText, spanText } from '../../i18n/format.js';
import { ruleSentence } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { changesOf, draftOf } from './event-draft.js';

/**
 * @typedef {{ label: Message, names: (keyof Draft)[] }} Part Fields that the user chooses between
 *   as a whole.
 */

/** @type {Part[]} Start and end are one part: one from each version would make a third time. */
const parts = [
  { label: 'title', names: ['title'] },
  { label: 'whenField', names: ['start', 'end', 'allDay', 'zone'] },
  { label: 'repeat', names: ['repeat'] },
  { label: 'calendar', names: ['calendar'] },
  { label: 'place', names: ['location'] },
  { label: 'notes', names: ['notes'] },
  { label: 'reminders', names: ['reminders'] },
  { label: 'color', names: ['color'] },
  { label: 'showAs', names: ['busy'] },
  { label: 'status', names: ['status'] },
  { label: 'categories', names: ['categories'] },
  { label: 'link', names: ['url'] },
  { label: 'privacy', names: ['private'] },
];
const statuses = /** @type {const} */ ({
  confirmed: 'confirmed',
  tentative: 'statusTentative',
  cancelled: 'statusCancelled',
});

/** @param {Partial<Draft>} changes @returns {Part[]} The parts with a changed field. */
const partsOf = (changes) => parts.filter(({ names }) => names.some((name) => name in changes));

/**
 * Whether only the user's own other windows and devices can have changed an event: nobody else
 * writes to a calendar of one's own.
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
 * The event as it is now. If it's gone, as it was: saving then reports that.
 *
 * @param {Agenda} agenda @param {EventSubject} subject
 */
function draftNow({ engine }, { event, draft }) {
  try {
    const now = event && engine?.event(event.key);
    return now ? draftOf(now) : draft;
  } catch {
    return draft;
  }
}

/**
 * Merges what was typed with what somebody else changed since the sheet opened. A part that only
 * one of them changed is taken from them; for a part that both changed, the user is asked.
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
          isOnlyMine: isOnlyMine(agenda, subject),
          calendarName: (id) => agenda.calendars.get(id)?.name ?? '',
          ruleWords: (rule, start) => {
            const said = agenda.engine?.ruleTimes(start, start.length === 10 ? '' : zone, rule, 0);
            return said ? ruleSentence(said) : rule;
          },
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

/**
 * Lets the user choose between both versions of every part in conflict.
 *
 * @param {Draft} mine @param {Draft} theirs @param {Part[]} conflicts
 * @param {{ isOnlyMine: boolean, calendarName: (id: string) => string, ruleWords: (rule: string,
 *   start: string) => string }} words
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
            element('span', { text: wordsOf(part, version, words) }),
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
 * @param {Part} part @param {Draft} draft
 * @param {{ calendarName: (id: string) => string, ruleWords: (rule: string, start: string) =>
 *   string }} words
 * @returns {string} The part's value in words.
 */
function wordsOf({ label }, draft, { calendarName, ruleWords }) {
  switch (label) {
    case 'whenField':
      return [
        `${dateText(draft.start, 'short')} ${spanText({ ...draft, allDay: draft.allDay === '1' }, draft.start.slice(0, 10))}`.trim(),
        draft.zone,
      ]
        .filter(Boolean)
        .join(', ');
    case 'repeat':
      return draft.repeat ? ruleWords(draft.repeat, draft.start) : t('never');
    case 'calendar':
      return calendarName(draft.calendar);
    case 'reminders':
      return (
        draft.reminders
          .split('\n')
          .map((minutes) =>
            minutes === '0'
              ? t('atStart')
              : minutes && t('before', { length: lengthText(Number(minutes)) }),
          )
          .join(', ') || t('nothing')
      );
    case 'color':
      return draft.color ? t(/** @type {Message} */ (draft.color)) : t('calendarColor');
    case 'showAs':
      return t(draft.busy === '1' ? 'busy' : 'free');
    case 'status':
      return t(statuses[/** @type {keyof typeof statuses} */ (draft.status)] ?? 'confirmed');
    case 'privacy':
      return t(draft.private === '1' ? 'isPrivate' : 'isNotPrivate');
    case 'categories':
      return draft.categories.split('\n').join(', ') || t('nothing');
    case 'place':
      return draft.location || t('nothing');
    case 'notes':
      return draft.notes || t('nothing');
    case 'link':
      return draft.url || t('nothing');
    default:
      return draft.title || t('untitled');
  }
}
