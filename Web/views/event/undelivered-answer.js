import { element } from '../../dom/element.js';
import { isReadOnly } from '../../i18n/calendar-owners.js';
import { t } from '../../i18n/strings.js';

/**
 * A note in the user's own copy of an event: the organizer doesn't know of their answer, and how to
 * tell them.
 *
 * @param {EventDetail} event
 * @returns {HTMLElement[]} Empty if the answer arrived, is somebody else's or no longer matters.
 */
export function undeliveredAnswer({ calendar, title, status, undeliveredAnswer: undelivered }) {
  if (!undelivered || isReadOnly(calendar) || status === 'cancelled') return [];
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
      email === ''
        ? element('p', { class: 'hint', text: t('tellOtherwise') })
        : element('a', {
            class: 'quiet',
            href: `mailto:${recipient(email)}?subject=${encodeURIComponent(title)}`,
            text: t('emailPerson', { name }),
          }),
    ),
  ];
}

/** @param {string} email Perhaps with more recipients, which the user didn't ask for. */
const recipient = (email) => new URL(`mailto:${email}`).pathname;
