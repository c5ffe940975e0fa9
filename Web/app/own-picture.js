import { tell } from '../dom/element.js';

/**
 * Shows the account's picture in the side panel. Members of a group don't need this, because the
 * group's data includes their picture.
 *
 * @param {Agenda} agenda @param {Account} account
 */
export function showOwnPicture(agenda, { picture }) {
  if (picture && agenda.people.groups.size === 0) tell(document, 'account-changed', { picture });
}
