import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { folded } from '../../i18n/text-matching.js';

/**
 * A field that shows only the rows with the words typed. A part whose title has them stays whole.
 *
 * @param {HTMLElement} form Holds the sections.
 */
export function settingsSearch(form) {
  const input = element('input', {
    type: 'search',
    'aria-label': t('searchSettings'),
    placeholder: t('searchSettings'),
  });
  const said = element('p', { class: 'hint', role: 'status' });
  const find = () => {
    const words = folded(input.value).split(/\s+/).filter(Boolean);
    input.closest('.settings')?.classList.toggle('searching', words.length > 0);
    const fits = (/** @type {string | null | undefined} */ text) => {
      const searched = folded(text ?? '');
      return words.every((word) => searched.includes(word));
    };
    let isAnyShown = false;
    for (const section of form.querySelectorAll('.settings-section')) {
      const isNamed = fits(section.ariaLabel);
      let isShown = isNamed;
      for (const part of section.children) {
        const isWhole = isNamed || fits(part.querySelector('h3')?.textContent);
        let hasRow = isWhole;
        for (const row of part.querySelectorAll(':scope > :not(h3)')) {
          const isFound = isWhole || fits(row.textContent);
          row.classList.toggle('not-found', !isFound);
          hasRow ||= isFound;
        }
        part.classList.toggle('not-found', !hasRow);
        isShown ||= hasRow;
      }
      section.classList.toggle('not-found', !isShown);
      isAnyShown ||= isShown;
    }
    said.textContent = isAnyShown ? '' : t('nothingFound');
  };
  const clear = () => {
    input.value = '';
    find();
  };
  input.addEventListener('input', find);
  return { input, said, find, clear };
}
