import { appleProfilePath, readCode } from '../../api/programs.js';
import { rowsPart } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { khalConfiguration, phoneAddress, syncConfiguration } from './program-address.js';
import { qrCode } from './qr-code.js';

/**
 * @typedef {{ name: string, systems: string[], contents: () => Node[], opened?: () => unknown }}
 *   Guide What to do in one program. It's open at first on these systems, and fetches what it needs
 *   when it's opened.
 */

/**
 * How to set up each of the usual programs.
 *
 * @param {string} email
 * @param {string} system What the page runs on, such as "iPhone".
 * @param {AccountRun} run
 * @param {import('./app-passwords.js').AppPasswords} passwords
 */
export function programGuides(email, system, run, passwords) {
  const code = element('div', { class: 'qr-place' });
  const steps = (/** @type {Message[]} */ ...messages) =>
    element('ul', {}, ...messages.map((message) => element('li', { text: t(message) })));
  /** @type {Guide[]} */
  const guides = [
    {
      name: t('programApple'),
      systems: ['iPhone', 'iPad', 'macOS'],
      contents: () => [
        element('p', { class: 'hint', text: t('profileHint') }),
        profileForm(system, run, passwords),
        steps('appleOnPhone', 'appleOnMac', 'appleByHand'),
      ],
    },
    {
      name: 'DAVx⁵ (Android)',
      systems: ['Android'],
      contents: () => [
        system === 'Android' ? openLink(email) : code,
        steps(system === 'Android' ? 'davOnPhone' : 'davByCode', 'davByHand'),
      ],
      opened: () => system !== 'Android' && run(() => showCode(code, email)),
    },
    { name: 'Thunderbird', systems: [], contents: () => [steps('thunderbirdSteps')] },
    {
      name: t('programGNOME'),
      systems: ['Linux'],
      contents: () => [steps('gnomeSteps', 'evolutionSteps')],
    },
    { name: 'Outlook', systems: ['Windows'], contents: () => [steps('outlookSteps')] },
    {
      name: 'khal, vdirsyncer',
      systems: [],
      contents: () => [
        steps('syncSteps'),
        element('pre', { dir: 'ltr', text: syncConfiguration(location.origin, email) }),
        steps('khalSteps'),
        element('pre', { dir: 'ltr', text: khalConfiguration }),
      ],
    },
  ];
  return rowsPart(
    'programSteps',
    element(
      'div',
      { class: 'guides' },
      ...guides.map(({ name, systems, contents, opened }) => {
        /** @type {HTMLDetailsElement} */
        const details = element(
          'details',
          {
            name: 'programs',
            open: systems.includes(system),
            ontoggle: () => details.open && opened?.(),
          },
          element('summary', { text: name }),
          element('div', { class: 'guide' }, ...contents()),
        );
        return details;
      }),
    ),
  );
}

/**
 * Downloads a profile with a form of the browser, because an iPhone installs only what it navigates
 * to.
 *
 * @param {string} system @param {AccountRun} run
 * @param {import('./app-passwords.js').AppPasswords} passwords
 */
function profileForm(system, run, passwords) {
  const device = system === 'iPhone' || system === 'iPad' ? system : 'Apple';
  const form = element(
    'form',
    {
      method: 'post',
      action: appleProfilePath,
      class: 'form-links',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void run(async () => {
          // If the form is refused, the refusal replaces the page. So try a request first, which
          // would fail too.
          await passwords.show();
          form.submit();
          await passwords.awaitAnother();
        }, t('profileDownloaded'));
      },
    },
    element('input', { type: 'hidden', name: 'name', value: device }),
    element('button', { type: 'submit', class: 'quiet', text: t('downloadProfile') }),
  );
  return form;
}

/**
 * On the phone itself, there's no code to scan.
 *
 * @param {string} email
 */
const openLink = (email) =>
  element(
    'div',
    { class: 'form-links' },
    element('a', {
      class: 'quiet',
      href: phoneAddress(location.origin, email),
      text: t('openInDAV'),
    }),
  );

/** @param {HTMLElement} place @param {string} email */
async function showCode(place, email) {
  if (place.childElementCount > 0) return;
  const rows = await readCode(phoneAddress(location.origin, email));
  place.replaceChildren(qrCode(rows, t('qrLabel', { user: email })));
}
