import { element } from '../../dom/element.js';
import { settingWords } from '../../i18n/setting-words.js';
import { t } from '../../i18n/strings.js';
import { folded } from '../../i18n/text-matching.js';

/** What can be found by other words than its text: titles, labels and buttons. */
const labels = 'h3, .label, .toggle > span, button, a';

/**
 * What the settings are searched by: the text that is seen, and words that begin with what is typed.
 *
 * @typedef {{ text: string, words: string[] }} Searched
 */

/**
 * A field that shows only the rows with the words typed, and says how many there are. A part whose
 * title or hint has them stays whole.
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
    const asked = folded(input.value).split(/\s+/).filter(Boolean);
    input.closest('.settings')?.classList.toggle('searching', asked.length > 0);
    let count = 0;
    for (const section of form.querySelectorAll('.settings-section')) {
      const named = searchedBy([section.ariaLabel ?? '']);
      const counts = [...section.children].map((part) => findIn(part, named, asked));
      section.classList.toggle('not-found', !counts.some((found) => found > 0));
      for (const found of counts) count += found;
    }
    const text = count > 0 ? t('resultCount', { n: count }) : t('nothingFound');
    said.textContent = asked.length > 0 ? text : '';
  };
  const clear = () => {
    input.value = '';
    find();
  };
  input.addEventListener('input', find);
  return { input, said, find, clear };
}

/**
 * Shows the rows of a part that fit.
 *
 * @param {Element} part @param {Searched} section @param {string[]} asked
 * @returns {number} How many settings are shown.
 */
function findIn(part, section, asked) {
  const hints = [...part.querySelectorAll(':scope > :is(h3, .hint)')];
  const whole = joined([section, ...hints.map(searchedIn)]);
  let count = 0;
  let isAnyShown = fits(whole, asked);
  for (const row of part.querySelectorAll(':scope > :not(h3)')) {
    const isHint = row.matches('.hint');
    const isShown = fits(isHint ? whole : joined([whole, searchedIn(row)]), asked);
    row.classList.toggle('not-found', !isShown);
    isAnyShown ||= isShown;
    if (!isShown || isHint) continue;
    count += row.matches('.form-links')
      ? row.querySelectorAll(':scope > :not([hidden])').length
      : Number(row.matches('.field, .toggle'));
  }
  part.classList.toggle('not-found', !isAnyShown);
  // A part without fields, such as a list, is one.
  return isAnyShown ? Math.max(1, count) : 0;
}

/** @param {Element} row @returns {Searched} */
function searchedIn(row) {
  const named = [...row.querySelectorAll(labels), ...(row.matches(labels) ? [row] : [])];
  const { words } = searchedBy(named.map((each) => each.textContent ?? ''));
  return { text: folded(row.textContent ?? ''), words };
}

/** @param {string[]} names As the page shows them. @returns {Searched} */
const searchedBy = (names) => ({
  text: folded(names.join(' ')),
  words: names.flatMap((name) => wordsByName().get(name) ?? []),
});

/** @type {Map<string, string[]> | null} */
let known = null;

/** @returns {Map<string, string[]>} The words that find each name, in the language of the page. */
function wordsByName() {
  known ??= new Map(
    Object.entries(settingWords).map(([name, { en, de }]) => [
      t(/** @type {Message} */ (name)),
      `${en} ${de}`.split(' ').map(folded),
    ]),
  );
  return known;
}

/** @param {Searched[]} all @returns {Searched} */
const joined = (all) => ({
  text: all.map(({ text }) => text).join(' '),
  words: all.flatMap(({ words }) => words),
});

/** @param {Searched} searched @param {string[]} asked Folded. */
const fits = ({ text, words }, asked) =>
  asked.every((word) => text.includes(word) || words.some((each) => each.startsWith(word)));
