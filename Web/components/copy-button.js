import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';

let made = 0;

/**
 * Copies a text that is shown beside it, and says so politely. Where copying is not allowed it
 * stands there selected.
 *
 * @param {string} text @param {() => void} select Selects what is shown.
 * @param {string} hint What is said as long as nothing was copied.
 */
export function copyButton(text, select, hint) {
  const said = element('p', {
    id: `copy-${(made += 1)}`,
    class: 'hint',
    role: 'status',
    text: hint,
  });
  const button = element('button', {
    type: 'button',
    class: 'quiet',
    text: t('copy'),
    'aria-describedby': said.id,
    onclick: async () => {
      select();
      said.textContent =
        (await navigator.clipboard?.writeText(text).then(
          () => t('copied'),
          () => t('copyByHand'),
        )) ?? t('copyByHand');
    },
  });
  return { button, said };
}
