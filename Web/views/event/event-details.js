import { answerList } from '../../components/answer-list.js';
import { face } from '../../components/person-avatar.js';
import { sign } from '../../dom/card-icons.js';
import { element } from '../../dom/element.js';
import { isOthers, isReadOnly, ownerOf } from '../../i18n/calendar-owners.js';
import { splitCall } from '../../i18n/call-text.js';
import { dateText, spanText } from '../../i18n/format.js';
import { linkedPieces, plainNotes } from '../../i18n/plain-notes.js';
import { reminderText } from '../../i18n/reminder-text.js';
import { capital, ruleSentence } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { cityOf, saysMore } from '../../i18n/zone-names.js';
import { missingZonesAmong } from '../../state/missing-zones.js';
import { organizerOf } from './event-organizer.js';

/** How much of the notes shows before a press shows all. */
const notesShown = 8 * 1024;

/**
 * The details of an event, to read: when, how often, and then only what there is.
 *
 * @param {EventDetail} event @param {EventModel} model @returns {HTMLElement[]}
 */
export function eventDetails(event, { agenda, zone }) {
  const owner = ownerOf(event.calendar);
  const isOfPerson = Boolean(owner?.name);
  return [
    element('dl', { class: 'view-rows' }, ...rowsOf(event, agenda, zone)),
    ...(owner && event.attendees.length > 0 ? [answerList(event.attendees, [])] : []),
    ...(isOfPerson ? [ownerLine(event, agenda)] : []),
    ...(isReadOnly(event.calendar)
      ? [
          element('p', {
            class: 'hint',
            text: isOthers(event.calendar)
              ? t(event.title ? 'onlyToRead' : 'onlyTimes', { name: owner?.name ?? '' })
              : t('readFromElsewhere'),
          }),
        ]
      : []),
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

/** @param {EventDetail} event @returns {string} "18:00 – 19:00 in Tokyo"; empty if it's here. */
function timesThere({ own, zone, start, end }) {
  if (!own || !zone || !saysMore(zone, own, { start, end })) return '';
  return t('timesThere', {
    times: spanText({ ...own, allDay: false }, own.start.slice(0, 10)),
    city: cityOf(zone),
  });
}

/** @param {EventDetail} event @param {Agenda} agenda @returns {string} Empty if its zone is known. */
function unknownZone({ unknownZone: zone }, agenda) {
  if (!zone) return '';
  return t(missingZonesAmong(agenda, [zone]).length > 0 ? 'zoneAwaited' : 'zoneUnknown', { zone });
}

/** @param {EventDetail} event @param {Agenda} agenda @param {ViewerZone} zone */
function rowsOf(event, agenda, zone) {
  const { engine, calendars } = agenda;
  const { start, allDay, location, notes, url, repeatText, reminders, status, truncated } = event;
  const span = spanText(event, start.slice(0, 10));
  const isThisYear = start.slice(0, 4) === agenda.today.slice(0, 4);
  const days = allDay && span ? span : dateText(start, isThisYear ? 'dayWeekday' : 'full');
  const rule = repeatText
    ? engine?.ruleTimes(start, allDay ? '' : zone.on(start), repeatText, 0)
    : null;
  const repeat = rule ? capital(ruleSentence(rule)) : repeatText;
  const more = [
    timesThere(event),
    unknownZone(event, agenda),
    repeat,
    repeatText && truncated && t('repeatsTooOften'),
  ];
  const isLink = /^(https?|mailto|tel):/i.test(url);
  return [
    ...row('whenField', null, flowing([days, allDay ? t('allDay') : span]), flowing(more)),
    ...(status === 'tentative' ? row('status', 'status', t('statusTentative')) : []),
    ...(status === 'cancelled' ? row('status', 'status', t('statusCancelled')) : []),
    ...row('organizer', 'person', organizerOf(event, calendars.get(event.calendar)?.level)),
    ...row('place', 'place', ...withLinks(location)),
    ...(isLink ? row('link', 'link', linkTo(url)) : []),
    ...row('reminders', 'bell', reminders.map((each) => reminderText(each, allDay)).join('\n')),
    ...notesRow(notes),
  ];
}

/** @param {(string | false)[]} facts @returns {HTMLElement} As many on a line as have room. */
const flowing = (facts) =>
  element(
    'span',
    { class: 'view-when' },
    ...facts.filter(Boolean).flatMap((fact) => [element('span', { text: String(fact) }), ' ']),
  );

/**
 * The notes as somebody wrote them. What a program wrote about the call is folded away: the link above
 * joins it, and the numbers to dial are seldom needed.
 *
 * @param {string} notes
 */
function notesRow(notes) {
  const { own, call } = splitCall(plainNotes(notes));
  if (call === '') return row('notes', 'notes', ...notesPart(own));
  const folded = element(
    'details',
    { class: 'call-text' },
    element('summary', { text: t('callText') }),
    ...notesPart(call),
  );
  return row('notes', 'notes', ...notesPart(own), folded);
}

/** @param {string} href */
const linkTo = (href) => element('a', { href, rel: 'noreferrer', target: '_blank', text: href });

/** @param {string} text @returns {(string | Node)[]} The text, with its web addresses as links. */
const withLinks = (text) =>
  linkedPieces(text).map(({ text: piece, href }) => (href ? linkTo(href) : piece));

/**
 * @param {string} notes
 * @returns {(string | Node)[]} Their beginning, if they're long, and a button that shows all of them.
 */
function notesPart(notes) {
  if (notes.length <= notesShown) return withLinks(notes);
  const start = notes.slice(0, notesShown);
  // Not within a word, which may be an address.
  const words = start.replace(/\s\S{0,1000}$/, '');
  const button = element('button', { type: 'button', class: 'quiet', text: t('showAll') });
  const whole = element('span', { tabindex: '-1' }, ...withLinks(words), '… ', button);
  button.onclick = () => {
    whole.replaceChildren(...withLinks(notes));
    whole.focus();
  };
  return [whole];
}

/**
 * @param {Message} label Read out; for the eye the sign is enough.
 * @param {import('../../dom/card-icons.js').SignName | null} name
 * @param {...(string | Node)} value
 * @returns {HTMLElement[]} Empty if there's no value.
 */
export function row(label, name, ...value) {
  if (value.every((part) => part === '')) return [];
  return [
    element(
      'div',
      { class: 'view-row' },
      element('dt', {}, name && sign(name), element('span', { class: 'unseen', text: t(label) })),
      element('dd', { dir: 'auto' }, ...value),
    ),
  ];
}
