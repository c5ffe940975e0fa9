import { t } from '../../i18n/strings.js';

/**
 * Who invites to an event of one of the user's own calendars. Anybody can write anybody's name into a text, so the
 * address, to which the answer goes, comes with it. In a group's calendar every member may write the text.
 *
 * @param {Pick<EventDetail, 'organizer' | 'attendees'>} event @param {string | undefined} level That of its calendar.
 * @returns {string} Empty if nobody is invited.
 */
export function organizerOf({ organizer, attendees }, level) {
  if (!organizer || attendees.length === 0 || level !== 'own') return '';
  const { name, address } = organizer;
  return name && name !== address ? t('nameAndAddress', { name, address }) : address;
}
