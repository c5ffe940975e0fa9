import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';

let made = 0;

/**
 * A button that copies the text shown beside it, with a message for screen readers too. If copying
 * isn't allowed, the text is at least selected.
 *
 * @param {string} text @param {() => void} select Selects the text on the page.
 * @param {string} hint The message until something was copied.
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
