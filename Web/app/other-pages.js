import { showNotFound } from '../views/not-found/not-found-view.js';
import { showNewPassword } from '../views/password/password-view.js';

/**
 * Shows what is at an address that isn't the calendar's: a page of its own, or that there is nothing.
 *
 * @param {SessionAnswer} session
 * @param {(account: Account, providers?: Provider[]) => void} enter Opens the calendar.
 */
export function showOther({ account, providers }, enter) {
  if (location.pathname === '/password')
    void showNewPassword((signedIn) => enter(signedIn, providers));
  else showNotFound(Boolean(account));
}
