import { HTTPError, isTemporary } from '../api/http.js';
import { pauseUnlessAborted } from '../api/retries.js';
import { currentSession } from '../api/session.js';
import { emblem } from '../components/emblem.js';
import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { clock } from '../time/clock.js';

/** The first pause before the server is asked again; each is twice as long as the one before. */
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** For how long signing in goes on: later, somebody else may sit at this computer. */
const signInSecondsMax = 300;

/**
 * Asks the server again and again until it answers, at first soon and then less often.
 *
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @param {(failure: unknown) => boolean} isWaiting Whether to ask again after that failure.
 * @param {AbortSignal} [signal] Ends the wait.
 * @returns {Promise<Answer>} Rejects with the first other failure, and with the signal's reason at
 *   once when it's aborted during a pause.
 */
async function untilAnswered(ask, isWaiting, signal) {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await pauseUnlessAborted(pauseMs, signal);
    try {
      return await ask();
    } catch (error) {
      if (!isWaiting(error)) throw error;
    }
  }
}

/**
 * Says that the server can't be reached, and asks again until it answers: it may run while its
 * database is away.
 *
 * @param {unknown} failure Why the session couldn't be read the first time.
 * @returns {Promise<SessionAnswer>} Rejects with a failure that isn't one of the server or the
 *   connection.
 */
export async function waitForSession(failure) {
  if (!(failure instanceof HTTPError)) throw failure;
  showWaiting();
  return untilAnswered(currentSession, (error) => error instanceof HTTPError);
}

/**
 * Says that the server can't be reached, and signs in as soon as it answers. Gives up after
 * `signInSecondsMax`, when the form changes, and when it's no longer in the page: then the user no
 * longer wants this.
 *
 * @param {() => Promise<SessionAnswer>} signIn
 * @param {HTMLElement} note Where it's said, in the form.
 * @returns {Promise<SessionAnswer>} Rejects if the server refuses it, and as when offline if it was
 *   given up.
 */
export async function signInLater(signIn, note) {
  note.textContent = t('serverTrouble');
  const end = new AbortController();
  const { signal } = end;
  const giveUp = () => end.abort(new HTTPError('offline'));
  const lastSeconds = clock.nowSeconds() + signInSecondsMax;
  const giveUpIfUnwanted = () => {
    if (!note.isConnected || clock.nowSeconds() > lastSeconds) giveUp();
    signal.throwIfAborted();
  };
  const attempt = async () => {
    giveUpIfUnwanted();
    const session = await signIn();
    giveUpIfUnwanted();
    return session;
  };
  note.closest('form')?.addEventListener('input', giveUp, { signal });
  try {
    return await untilAnswered(attempt, (error) => !signal.aborted && isTemporary(error), signal);
  } finally {
    giveUp();
  }
}

function showWaiting() {
  document.title = t('appName');
  document.body.replaceChildren(
    element(
      'main',
      { class: 'sign-in-page' },
      element(
        'div',
        { class: 'sign-in' },
        emblem(),
        element('h1', { text: t('appName') }),
        element('p', { class: 'lead', role: 'status', text: t('serverTrouble') }),
      ),
    ),
  );
}
