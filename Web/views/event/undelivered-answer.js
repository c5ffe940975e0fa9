import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * One plain e-mail address. Whoever wrote the event may have put something else there, such as
 * several recipients or the text of a mail.
 */
const plainAddress = /^[\p{L}\p{N}.!#$&'*+/=^_`{|}~-]+@[\p{L}\p{N}.-]+$/u;

/**
 * A note in the user's own copy of an event: the organizer doesn't know of their answer, and how to
 * tell them. In a group's calendar the event isn't the user's copy, and any member can write there
 * what looks like it.
 *
 * @param {EventDetail} event @param {Pick<Agenda, 'calendars'>} agenda
 * @returns {HTMLElement[]} Empty if the answer arrived, is somebody else's or no longer matters.
 */
export function undeliveredAnswer(event, { calendars }) {
  const { calendar, title, status, undeliveredAnswer: undelivered } = event;
  const isOwn = calendars.get(calendar)?.level === 'own';
  if (!undelivered || !isOwn || status === 'cancelled') return [];
  const { to, email, reason } = undelivered;
  const name = to || t('theOrganizer');
  return [
    element(
      'div',
      { class: 'undelivered-answer' },
      element('p', {
        class: 'form-problem',
        dir: 'auto',
        text: t(`answerUndelivered-${reason}`, { name }),
      }),
      plainAddress.test(email)
        ? element('a', {
            class: 'quiet',
            href: mailAddress(email, title),
            text: t('emailPerson', { name }),
          })
        : element('p', { class: 'hint', text: t('tellOtherwise') }),
    ),
  ];
}

/** @param {string} email A plain one. @param {string} subject @returns {string} Opens a new mail. */
const mailAddress = (email, subject) =>
  `mailto:${email.split('@').map(encodeURIComponent).join('@')}?subject=${encodeURIComponent(subject)}`;
