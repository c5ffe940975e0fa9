import { showNotFound } from '../views/not-found/not-found-view.js';
import { showNewPassword } from '../views/password/password-view.js';

/**
 * Shows another page than the calendar: one of its own, or the one that says that nothing is there.
 *
 * @param {SessionAnswer} session
 * @param {(account: Account, providers?: Provider[]) => void} enter Opens the calendar.
 * @param {() => Promise<unknown>} loadEngine
 */
export function showOther({ account, providers }, enter, loadEngine) {
  if (location.pathname !== '/password') return showNotFound(Boolean(account));
  void showNewPassword((signedIn) => enter(signedIn, providers));
  // Compile the core while the user types. Failures show up when it's needed.
  loadEngine().catch(() => {});
}
