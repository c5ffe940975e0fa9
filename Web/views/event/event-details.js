import { answerList } from '../../components/answer-list.js';
import { openDialog } from '../../components/modal-dialog.js';
import { face } from '../../components/person-avatar.js';
import { element } from '../../dom/element.js';
import { ownerOf, titleOf } from '../../i18n/calendar-owners.js';
import { dateText, spanText } from '../../i18n/format.js';
import { capital, ruleSentence } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { draftOf } from './event-draft.js';
import { EventSheet } from './event-sheet.js';

/**
 * When a share changes, the server sends the calendar anew, and its events are missing until they
 * arrive. So a missing event gets this long to come back.
 */
const goneMs = 1000;

/**
 * Shows somebody else's event, as far as the user may see it. Follows changes, and closes when the
 * event is no longer visible.
 *
 * @param {EventModel} model @param {EventDetail} event
 */
export function openEventView(model, event) {
  const { agenda } = model;
  const end = new AbortController();
  const body = element('div', { id: 'event-view', class: 'event-form' });
  const foot = element('button', {
    type: 'button',
    class: 'quiet',
    text: t('duplicateToMine'),
    onclick: () => {
      const copy = copyOf(now, agenda.defaultCalendar?.id ?? '');
      close();
      new EventSheet(model, { event: null, draft: { ...copy, title: '' } }, copy).open();
    },
  });
  let now = event;
  let leaving = 0;
  const show = () => {
    foot.hidden = now.title === '';
    body.replaceChildren(...partsOf(now, model));
  };
  const { close } = openDialog({
    title: t('editEvent'),
    kind: 'sheet',
    body: [body],
    foot: [foot],
    closed: () => end.abort(),
  });
  show();
  agenda.addEventListener(
    'change',
    () => {
      const next = eventNow(agenda, event.key);
      if (!next) {
        leaving ||= setTimeout(() => {
          if (eventNow(agenda, event.key)) leaving = 0;
          else close();
        }, goneMs);
        return;
      }
      if (JSON.stringify(next) === JSON.stringify(now)) return;
      now = next;
      show();
    },
    { signal: end.signal },
  );
  end.signal.addEventListener('abort', () => clearTimeout(leaving));
}

/**
 * @param {Agenda} agenda
 * @param {string} key
 * @returns {EventDetail | null} Null if it's gone.
 */
function eventNow({ engine }, key) {
  try {
    return engine?.event(key) ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {EventDetail} event
 * @param {string} calendar
 * @returns {Draft} A single event in the user's own calendar, without its owner's reminders.
 */
const copyOf = (event, calendar) => ({
  ...draftOf(event),
  calendar,
  repeat: '',
  color: '',
  reminders: '',
  private: '0',
});

/** @param {EventDetail} event @param {EventModel} model @returns {HTMLElement[]} */
function partsOf(event, { agenda, zone }) {
  return [
    element('h3', { class: 'view-title', dir: 'auto', text: titleOf(event) }),
    ownerLine(event, agenda),
    element('dl', { class: 'view-rows' }, ...rowsOf(event, agenda, zone)),
    ...(event.attendees.length > 0 ? [answerList(event.attendees, [])] : []),
    element('p', {
      class: 'hint',
      text: t(event.title ? 'onlyToRead' : 'onlyTimes', {
        name: ownerOf(event.calendar)?.name ?? '',
      }),
    }),
  ];
}

/** @param {EventDetail} event @param {Agenda} agenda */
function ownerLine(event, { calendars, people }) {
  const calendar = calendars.get(event.calendar);
  const person = ownerOf(event.calendar);
  const picture = (calendar && people.memberOf(calendar)?.picture) ?? '';
  return element(
    'p',
    { class: 'view-who', 'data-color': event.calendarColor },
    face({ name: person?.name ?? '', picture }, 'avatar'),
    element('span', {
      dir: 'auto',
      text: [person?.name, calendar?.name].filter(Boolean).join(' · '),
    }),
  );
}

/** @param {EventDetail} event @param {Agenda} agenda @param {string} zone */
function rowsOf(event, { engine }, zone) {
  const { start, allDay, location, notes, url, repeatText, status, truncated } = event;
  const span = spanText(event, start.slice(0, 10));
  const days = allDay && span ? span : dateText(start, 'full');
  const rule = repeatText ? engine?.ruleTimes(start, allDay ? '' : zone, repeatText, 0) : null;
  const isLink = /^(https?|mailto|tel):/i.test(url);
  const link = element('a', { href: url, rel: 'noreferrer', target: '_blank', text: url });
  return [
    ...row('whenField', [days, allDay ? t('allDay') : span].filter(Boolean).join(', ')),
    ...row(
      'repeat',
      [rule ? capital(ruleSentence(rule)) : repeatText, truncated && t('repeatsTooOften')]
        .filter(Boolean)
        .join(' · '),
    ),
    ...(status === 'tentative' ? row('status', t('statusTentative')) : []),
    ...(status === 'cancelled' ? row('status', t('statusCancelled')) : []),
    ...row('place', location),
    ...row('notes', notes),
    ...(isLink ? row('link', link) : []),
  ];
}

/**
 * @param {Message} label
 * @param {string | Node | undefined} value
 * @returns {HTMLElement[]} Empty if there's no value.
 */
function row(label, value) {
  if (!value) return [];
  return [
    element(
      'div',
      { class: 'view-row' },
      element('dt', { text: t(label) }),
      element('dd', { dir: 'auto' }, value),
    ),
  ];
}
