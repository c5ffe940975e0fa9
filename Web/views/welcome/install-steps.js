import { copyButton } from '../../components/copy-button.js';
import { openSideCard } from '../../components/side-card.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @type {{ name: string, steps: Message[] }[]} */
const phones = [
  { name: 'iPhone', steps: ['iPhoneStep1', 'iPhoneStep2', 'phoneStepOpen'] },
  { name: 'Android', steps: ['androidStep1', 'androidStep2', 'phoneStepOpen'] },
];

/**
 * Set where the browser can install the page itself.
 *
 * @type {BeforeInstallPrompt | null}
 */
let install = null;

/**
 * Remembers that the browser can install the page, which it says once.
 *
 * @param {AbortSignal} signal
 */
export function hearInstall(signal) {
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      install = /** @type {BeforeInstallPrompt} */ (event);
    },
    { signal },
  );
}

/**
 * @param {string} hostname Of the page's address.
 * @returns {boolean} Whether it leads every device to itself, so that no phone gets here by it.
 */
export const isOnlyHere = (hostname) =>
  /^(?:.+\.)?localhost\.?$|^127(?:\.\d+){3}$|^\[::1\]$|^0\.0\.0\.0$|^\[::\]$|^\[::ffff:7f/i.test(
    hostname,
  );

/** Says how to put the page on a phone's home screen. */
export function openPhoneSteps() {
  const address = element('input', {
    type: 'text',
    readonly: true,
    value: location.origin,
    'aria-label': t('addressOfThisPage'),
    dir: 'ltr',
  });
  const { button, said } = copyButton(location.origin, () => address.select(), t('openOnPhone'));
  const { close } = openSideCard({
    title: t('putOnPhone'),
    body: [
      element(
        'div',
        { class: 'exports' },
        install &&
          element('button', {
            type: 'button',
            class: 'primary',
            text: t('installHere'),
            onclick: () => {
              close();
              void install?.prompt();
            },
          }),
        ...(isOnlyHere(location.hostname)
          ? [element('p', { text: t('phoneCannotReach', { address: location.host }) })]
          : [element('div', { class: 'address-line' }, address, button), said]),
        ...phones.flatMap(({ name, steps }) => [
          element('h3', { text: name }),
          element('ol', {}, ...steps.map((step) => element('li', { text: t(step) }))),
        ]),
      ),
    ],
  });
}
