import { HTTPError, isTemporary, unreachable } from '../api/http.js';
import { pauseUnlessAborted } from '../api/retries.js';
import { currentSession, signIn } from '../api/session.js';
import { emblem } from '../components/emblem.js';
import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { outageText } from '../state/outage-text.js';
import { clock } from '../time/clock.js';

/** The first pause before the server is asked again; each is twice as long as the one before. */
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** How long signing in is tried: after that, another person may be sitting at the computer. */
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
 * Says that the server can't be reached, and asks again until it answers: it may be running without
 * its database.
 *
 * @param {unknown} failure Why the session couldn't be read the first time.
 * @returns {Promise<SessionAnswer>} Rejects with any failure that isn't an outage of the server or
 *   the connection.
 */
export async function waitForSession(failure) {
  if (!(failure instanceof HTTPError)) throw failure;
  showWaiting();
  return untilAnswered(currentSession, (error) => error instanceof HTTPError);
}

/**
 * Signs in with the fields of a form. If the server can't be reached, says so and keeps trying for
 * `signInSecondsMax`. If the form changes or is no longer in the page, the user no longer wants
 * this: it ends at once and aborts its request.
 *
 * @param {Record<string, string>} fields The fields of the form.
 * @param {HTMLElement} note The element of the form that shows messages.
 * @param {typeof signIn} ask Replaced only in tests.
 * @returns {Promise<SessionAnswer | null>} Null if the user no longer wants it. Rejects if the
 *   server refuses it, and as an outage if it ends after the server couldn't be reached.
 */
export async function signInFrom({ email = '', password = '' }, note, ask = signIn) {
  const end = new AbortController();
  const { signal } = end;
  const lastSeconds = clock.nowSeconds() + signInSecondsMax;
  const tooLate = unreachable();
  let isAway = false;
  const isTooLate = () => clock.nowSeconds() > lastSeconds;
  const attempt = async () => {
    if (isTooLate()) throw tooLate;
    const session = await ask({ email, password }, signal);
    signal.throwIfAborted();
    if (isTooLate()) throw tooLate;
    return session;
  };
  const isWaiting = (/** @type {unknown} */ error) =>
    !signal.aborted && isTemporary(error) && error !== tooLate;
  const stopListening = whenUnwanted(note, () => end.abort());
  try {
    return await attempt().catch((failure) => {
      if (!isWaiting(failure)) throw failure;
      isAway = true;
      note.textContent = outageText();
      return untilAnswered(attempt, isWaiting, signal);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    if (isAway) throw tooLate;
    return null;
  } finally {
    stopListening();
  }
}

/**
 * Calls a function when something is typed into the form of an element, or when the element is no
 * longer in the page.
 *
 * @param {HTMLElement} note @param {() => void} act
 * @returns {() => void} Stops watching.
 */
function whenUnwanted(note, act) {
  const form = note.closest('form');
  const removals = new MutationObserver(() => {
    if (!note.isConnected) act();
  });
  removals.observe(document, { childList: true, subtree: true });
  form?.addEventListener('input', act);
  return () => {
    removals.disconnect();
    form?.removeEventListener('input', act);
  };
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
        element('p', { class: 'lead', role: 'status', text: outageText() }),
      ),
    ),
  );
}
