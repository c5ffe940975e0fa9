import { t } from '../../i18n/strings.js';

/**
 * The organizer of an event in one of the user's own calendars. Since any name can be written into
 * a text, it includes the address, to which the answer goes. In a group's calendar every member may
 * write the text.
 *
 * @param {Pick<EventDetail, 'organizer' | 'attendees'>} event @param {string | undefined} level The
 *   calendar's level.
 * @returns {string} Empty if nobody is invited.
 */
export function organizerOf({ organizer, attendees }, level) {
  if (!organizer || attendees.length === 0 || level !== 'own') return '';
  const { name, address } = organizer;
  return name && name !== address ? t('nameAndAddress', { name, address }) : address;
}
