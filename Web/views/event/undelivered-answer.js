import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * A single plain e-mail address. The author of the event may have written something else there,
 * such as several recipients or the text of a mail.
 */
const plainAddress = /^[\p{L}\p{N}.!#$&'*+/=^_`{|}~-]+@[\p{L}\p{N}.-]+$/u;

/**
 * A note in the user's own copy of an event: the organizer doesn't know the user's answer, and how
 * to tell them. In a group's calendar there's no such note, because any member could write
 * something that looks like it.
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

/**
 * @param {string} email A plain address. @param {string} subject @returns {string} A `mailto`
 *   address.
 */
const mailAddress = (email, subject) =>
  `mailto:${email.split('@').map(encodeURIComponent).join('@')}?subject=${encodeURIComponent(subject)}`;
