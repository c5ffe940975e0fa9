import { hear } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { signInMessage } from '../state/sign-in-message.js';

/**
 * If the session ends without the user's doing, the sign-in page says so, and that changes wait. Only this page
 * says that, not one that somebody else opens later.
 *
 * @param {Pick<EditQueue, 'waiting'>} edits @param {AbortSignal} signal Its end.
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
    if (!isOwnDoing) signInMessage.text = overText(edits.waiting);
  });
}

/** @param {EditQueue['waiting']} waiting The device may not have been able to keep what waits. */
const overText = ({ n, isKept }) =>
  n > 0 && isKept ? `${t('sessionOver')} ${t('savedOnSignIn', { n })}` : t('sessionOver');
