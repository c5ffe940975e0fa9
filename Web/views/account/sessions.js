import {
  endAllSessions,
  endOtherSessions,
  endSession,
  readSessions,
} from '../../api/own-account.js';
import { drawnInOrder } from '../../components/drawn-in-order.js';
import { button, entry, renewNear, rowsPart, whenText } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { browserName } from '../../i18n/browser-name.js';
import { t } from '../../i18n/strings.js';

/** @param {AccountRun} run @param {() => void} leave */
export function sessionsPart(run, leave) {
  const list = element('ul', { class: 'entries' });
  const show = drawnInOrder(readSessions, (sessions) => {
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
  });
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
  return rowsPart('signedInAt', list, element('div', { class: 'form-links' }, others, all));
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
