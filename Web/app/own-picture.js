import { readAccount } from '../api/own-account.js';
import { tell } from '../dom/element.js';

/**
 * Shows the account's picture in the side panel. Members of a group have it already: it comes with
 * the group.
 *
 * @param {Agenda} agenda
 */
export function showOwnPicture(agenda) {
  if (agenda.people.groups.size > 0) return;
  const show = (/** @type {OwnAccount} */ { picture }) =>
    tell(document, 'account-changed', { picture });
  // Without it, the initials stay.
  void readAccount().then(show, () => {});
}
