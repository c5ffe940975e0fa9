import { isTemporary, unreachable } from './api/http.js';
import { currentSession } from './api/session.js';
import { fetchZones } from './api/zones.js';
import { loadLazyParts } from './app/lazy-loading.js';
import { Workspace } from './app/workspace.js';
import { loadEngine as loadEngineOf } from './core/engine.js';
import { deviceStorage, keepIn, keptName, readFrom } from './dom/device-storage.js';
import { element } from './dom/element.js';
import { formatFor } from './i18n/format.js';
import { direction, languageNames, tagFor, usableTag } from './i18n/locale.js';
import { addStrings, t } from './i18n/strings.js';
import { explain } from './state/error-messages.js';
import { isKnownPath } from './state/route.js';
import { Settings } from './state/settings.js';
import { signInMessage } from './state/sign-in-message.js';

const settings = new Settings(usableTag(navigator.language), deviceStorage());
const locale = tagFor(settings.values.language, navigator.languages);
const newEngine = () => loadEngineOf(new URL('./core.wasm', import.meta.url));
/** The core that is compiled while the server says who is signed in. */
let earlyEngine = /** @type {Promise<Engine> | null} */ (null);

/** Each call gets a core of its own. */
function loadEngine() {
  const engine = earlyEngine ?? newEngine();
  earlyEngine = null;
  return engine;
}

/** Applies the theme, the density and the clock format. */
function applyLooks() {
  const { theme, density, hours } = settings.values;
  formatFor(locale, hours);
  document.documentElement.dataset['density'] = density;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** @param {string} language @returns {Promise<Record<string, string>>} */
async function catalogue(language) {
  const response = await fetch(new URL(`./strings/${language}.json`, import.meta.url));
  return response.json();
}

async function applyLanguage() {
  const language = locale.slice(0, 2).toLowerCase();
  document.documentElement.dir = direction(locale);
  const own = language !== 'en' && language in languageNames ? catalogue(language) : null;
  addStrings('en', await catalogue('en'));
  if (!own) return;
  addStrings(language, await own);
  document.documentElement.lang = language;
}

/** What went wrong when signing in with another service, in words. Takes it out of the address. */
function problemOfAddress() {
  const code = new URLSearchParams(location.search).get('problem');
  if (!code) return '';
  history.replaceState(history.state, '', location.pathname);
  const name = `back-${code}`;
  const text = t(/** @type {Message} */ (name));
  return text === name ? '' : text;
}

/** @param {SessionAnswer} session The ways to sign in. @param {SignInKind} [kind] */
async function showSignIn(
  { setup, providers = [], registration },
  kind = setup ? 'first' : 'known',
) {
  await import('./views/sign-in/sign-in-view.js');
  const view = document.createElement('sign-in-view');
  const token = joinToken();
  if (token) signInMessage.text = loadLazyParts().then(({ joinLead }) => joinLead(token));
  view.model = {
    kind,
    providers: setup ? [] : providers,
    problem: problemOfAddress(),
    mayRegister: registration === 'open' || (registration === 'invited' && token !== ''),
    submit: async (kind, fields, note) => {
      try {
        const session = await newSession(kind, fields, note);
        if (session?.account) {
          signInMessage.text = '';
          enter(session.account, providers);
        }
        return '';
      } catch (error) {
        return isTemporary(error) ? t('noConnection') : explain(error);
      }
    },
  };
  document.body.replaceChildren(view);
  document.title = t('appName');
  view.querySelector('input')?.focus();
}

/**
 * Signs in, or makes an account.
 *
 * @param {SignInKind} kind
 * @param {Record<string, string>} fields
 * @param {HTMLElement} note Where signing in says that it goes on trying.
 * @returns {Promise<SessionAnswer | null>} Null if the user no longer wants to sign in.
 */
async function newSession(kind, fields, note) {
  const { makeAccount, signInFrom } = await loadLazyParts().catch(() => {
    throw unreachable();
  });
  return kind === 'known' ? signInFrom(fields, note) : makeAccount(kind, fields, joinToken());
}

/** The token of the link to join in the address, where it stays during sign-in; empty for none. */
const joinToken = () => /^\/join\/([^/]+)/.exec(location.pathname)?.[1] ?? '';

/** @param {Account} account @param {Provider[]} providers Shown in the account dialog. */
function enter(account, providers) {
  if (joinToken()) void showJoinPage({ account, setup: false, providers });
  else showCalendar(account, providers);
}

/** @param {SessionAnswer} session */
async function showJoinPage(session) {
  const { account = null, providers = [] } = session;
  loadEngine().catch(() => {});
  const { showJoin } = await loadLazyParts();
  await showJoin({
    token: joinToken(),
    account,
    mayRegister: session.registration !== 'closed',
    signIn: (kind) => void showSignIn(session, kind),
    enter: (said) => {
      history.replaceState(null, '', '/');
      if (account) showCalendar(account, providers, said);
    },
  });
}

/**
 * @param {Account} account
 * @param {Provider[]} [providers]
 * @param {string} [said] A message to show first.
 * @param {SessionAnswer['kept']} [kept]
 */
function showCalendar(account, providers = [], said = '', kept) {
  // Now, as another tab may sign out before the device has kept anything.
  if (!kept) keepIn(deviceStorage(), keptName, account.id);
  const signedOut = () =>
    void currentSession()
      .catch(() => ({ setup: false }))
      .then(showSignIn);
  const workspace = new Workspace({
    settings,
    account,
    providers,
    problem: problemOfAddress(),
    kept,
    loadEngine,
    signedOut,
  });
  void workspace.start(said);
}

/** Shows that something failed, and a button to reload the page. */
function showTrouble(/** @type {Event} */ event) {
  if (event instanceof ErrorEvent && event.message.startsWith('ResizeObserver')) return;
  if (document.querySelector('.trouble')) return;
  document.body.prepend(
    element(
      'div',
      { class: 'banner trouble', role: 'alert' },
      element('span', { text: t('somethingWrong') }),
      element('button', {
        type: 'button',
        class: 'quiet',
        text: t('reload'),
        onclick: () => location.reload(),
      }),
    ),
  );
}

/**
 * Who is signed in: as the server says, or as the device remembers if it has kept an account.
 *
 * @param {(failure: unknown) => Promise<SessionAnswer>} wait What to do if neither answers.
 */
function sessionOrCopy(wait) {
  const asked = currentSession();
  const alone = () => asked.catch(wait);
  if (!readFrom(deviceStorage(), keptName)) return alone();
  earlyEngine = newEngine();
  earlyEngine.catch(() => {});
  // Until the module is there, nobody else waits for it.
  asked.catch(() => {});
  return import('./state/opening-session.js').then(
    ({ openingSession }) => openingSession({ asked, ask: currentSession, fetchZones }, wait),
    alone,
  );
}

async function start() {
  applyLooks();
  settings.addEventListener('change', applyLooks);
  if (location.search.includes('bench=1')) {
    await applyLanguage();
    const { openBench } = await loadLazyParts();
    return openBench(settings, loadEngine);
  }
  const words = applyLanguage();
  const wait = async (/** @type {unknown} */ failure) => {
    await words;
    const { waitForSession } = await loadLazyParts();
    return waitForSession(failure);
  };
  const [session] = await Promise.all([sessionOrCopy(wait), words]);
  if (!isKnownPath(location.pathname)) {
    const { showOther } = await loadLazyParts();
    return showOther(session, showCalendar, loadEngine);
  }
  if (location.pathname.split('/')[1] === 'widget') {
    const { showWidget } = await import('./app/widget.js');
    return showWidget(session.account, { ...session, settings, loadEngine });
  }
  if (joinToken()) return showJoinPage(session);
  if (session.account) return showCalendar(session.account, session.providers, '', session.kept);
  await showSignIn(session);
  // While the user types, load what signs in, and compile the core; the browser caches it. Failures
  // show up when they're needed.
  loadLazyParts().catch(() => {});
  loadEngine().catch(() => {});
}

addEventListener('error', showTrouble);
addEventListener('unhandledrejection', showTrouble);
void start();
