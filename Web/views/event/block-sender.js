import { readSender } from '../../api/invitations.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * A button that blocks the sender of an invitation. It shows if the server knows the sender,
 * because people with another kind of address can't send invitations here again.
 *
 * @param {EventDetail} event @param {Pick<Agenda, 'calendars'>} agenda
 * @param {() => void} close Closes the card.
 */
export function blockSenderButton(event, { calendars }, close) {
  const button = element('button', { type: 'button', class: 'quiet', hidden: true });
  const isInvitation = event.organizer && event.attendees.length > 0;
  if (!isInvitation || calendars.get(event.calendar)?.level !== 'own') return button;
  readSender(event).then(
    (sender) => {
      if (!sender) return;
      const name = sender.name || sender.email || t('theOrganizer');
      button.textContent = t('blockSender', { name });
      button.hidden = false;
      button.addEventListener('click', () => {
        close();
        tell(document, 'sender-block', {
          name,
          invitation: { calendar: event.calendar, href: event.href },
        });
      });
    },
    // Without the server, nobody can be blocked.
    (error) => console.debug(error),
  );
  return button;
}
