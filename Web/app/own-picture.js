import { readAccount } from '../api/own-account.js';
import { tell } from '../dom/element.js';

/**
 * Shows the account's picture in the side panel. Members of a group don't need this, because the
 * group's data includes their picture.
 *
 * @param {Agenda} agenda
 */
export function showOwnPicture(agenda) {
  if (agenda.people.groups.size > 0) return;
  const show = (/** @type {OwnAccount} */ { picture }) =>
    tell(document, 'account-changed', { picture });
  // If it can't be loaded, the initials stay.
  void readAccount().then(show, () => {});
}
