import {
  addAppPassword,
  endAllSessions,
  endOtherSessions,
  endSession,
  readAppPasswords,
  readSessions,
  removeAppPassword,
} from '../../api/own-account.js';
import { copyButton } from '../../components/copy-button.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { button, entry, labelled, part, renewNear, whenText } from './account-section.js';
import { browserName } from './browser-name.js';

/** @param {AccountRun} run @param {() => void} leave */
export function sessionsPart(run, leave) {
  const list = element('ul', { class: 'entries' });
  const show = async () => {
    const sessions = await readSessions();
    renewNear(
      list,
      ...sessions.map((session) =>
        sessionEntry(session, () =>
          run(async () => {
            await endSession(session.id);
            await show();
          }),
        ),
      ),
    );
    if (sessions.length < 2 && document.activeElement === others) all.focus();
    others.hidden = sessions.length < 2;
  };
  const others = button(t('endOthers'), () =>
    run(async () => {
      await endOtherSessions();
      await show();
    }),
  );
  const all = button(t('signOutEverywhere'), () =>
    run(async () => {
      await endAllSessions();
      leave();
    }),
  );
  void run(show);
  return part('signedInAt', list, element('div', { class: 'form-links' }, others, all));
}

/** @param {SignedIn} session @param {() => unknown} end */
function sessionEntry({ browser, created, used, current }, end) {
  const name = browserName(browser) || browser || t('unknownBrowser');
  const times = t('sessionTimes', { created: whenText(created), used: whenText(used) });
  return entry(
    current ? `${name} · ${t('thisBrowser')}` : name,
    times,
    current ? null : button(t('signOut'), end, 'quiet', t('endSession', { name })),
  );
}

/**
 * @param {HTMLElement} host
 * @param {string} name
 * @param {string} password Shown only once: the server keeps no more than its hash.
 */
function showMade(host, name, password) {
  const code = element('code', { text: password });
  const { button: copy, said } = copyButton(
    password,
    () => getSelection()?.selectAllChildren(code),
    t('appPasswordMade', { name }),
  );
  host.replaceChildren(said, element('div', { class: 'made-password' }, code, copy));
  // It may be out of sight, and can only be copied now.
  copy.focus();
  host.scrollIntoView({ block: 'center' });
}

/** @param {AccountRun} run */
export function appPasswordsPart(run) {
  const list = element('ul', { class: 'entries' });
  const made = element('div', { class: 'made' });
  const show = async () => {
    renewNear(
      list,
      ...(await readAppPasswords()).map(({ id, name, created, used }) => {
        const times = t('appPasswordTimes', {
          created: whenText(created),
          used: used === undefined ? t('neverUsed') : whenText(used),
        });
        return entry(
          name,
          times,
          button(
            t('delete'),
            () =>
              run(async () => {
                await removeAppPassword(id);
                if (made.dataset['id'] === id) made.replaceChildren();
                await show();
              }),
            'quiet',
            t('removeNamed', { name }),
          ),
        );
      }),
    );
  };
  const name = labelled(t('appPasswordName'), {
    name: 'program',
    maxlength: 200,
    autocomplete: 'off',
  });
  const form = element(
    'form',
    {
      class: 'setting-part',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run(async () => {
          const { id, name: given, password = '' } = await addAppPassword(name.input.value);
          made.dataset['id'] = id;
          form.reset();
          await show();
          showMade(made, given, password);
        });
      },
    },
    name.row,
    element(
      'div',
      { class: 'form-links' },
      element('button', { type: 'submit', class: 'quiet', text: t('addAppPassword') }),
    ),
  );
  void run(show);
  return part(
    'appPasswords',
    element('p', { class: 'hint', text: t('appPasswordsHint') }),
    list,
    made,
    form,
  );
}
