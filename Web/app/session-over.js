import { hear } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { signInMessage } from '../state/sign-in-message.js';
import { countWaiting } from '../state/waiting-elsewhere.js';

/**
 * If the session ends without the user's doing, the sign-in page says so, and that changes wait. Only this page
 * says that, not one that somebody else opens later.
 *
 * @param {import('../state/waiting-elsewhere.js').Waits} edits @param {AbortSignal} signal Its end.
 */
export function sayWhenSessionEnds(edits, signal) {
  let isOwnDoing = false;
  hear(
    document,
    'account-left',
    () => {
      isOwnDoing = true;
    },
    signal,
  );
  signal.addEventListener('abort', () => {
    if (!isOwnDoing) signInMessage.text = overText(edits);
  });
}

/** @param {import('../state/waiting-elsewhere.js').Waits} edits The device may not have been able to keep what waits. */
function overText(edits) {
  const n = countWaiting(edits);
  const willBeSaved = n > 0 && edits.waiting.isKept;
  return willBeSaved ? `${t('sessionOver')} ${t('savedOnSignIn', { n })}` : t('sessionOver');
}
