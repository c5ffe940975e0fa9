import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { cityOf, offsetOf } from '../i18n/zone-names.js';
import { choiceList } from './form/choice-list.js';
import { openSideCard } from './side-card.js';

/** The most zones shown: nobody would scroll through more. */
const shownMax = 60;

/** @param {string} text */
const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('_', ' ')
    .toLowerCase();

/** @param {string} name @returns {HTMLElement} "Algiers, Central European Standard Time, GMT+1". */
function zoneOption(name) {
  const { long, offset } = offsetOf(name);
  return element(
    'li',
    { role: 'option', 'data-zone': name },
    element('strong', { text: cityOf(name) }),
    ' ',
    element('small', { text: long }),
    ' ',
    element('small', { text: offset }),
  );
}

/**
 * Asks for a time zone, in a card beside the control that has the focus.
 *
 * @param {string[]} first The zones offered first, such as the user's and the event's.
 * @param {(name: string) => void} choose
 */
export function askZone(first, choose) {
  const names = [...new Set([...first, ...(Intl.supportedValuesOf?.('timeZone') ?? []), 'UTC'])];
  const { input, list, show } = choiceList({
    label: t('searchZone'),
    listLabel: t('timeZone'),
    choose: (option) => {
      close();
      choose(option.dataset['zone'] ?? '');
    },
    typed: (text) => search(text),
  });
  const search = (/** @type {string} */ text) => {
    const words = folded(text).split(' ').filter(Boolean);
    const found =
      words.length === 0
        ? names
        : names
            .map((name) => ({ name, place: folded(name) }))
            .filter(({ place }) => words.every((word) => place.includes(word)))
            .sort(
              (a, b) =>
                Number(folded(cityOf(b.name)).startsWith(words[0] ?? '')) -
                Number(folded(cityOf(a.name)).startsWith(words[0] ?? '')),
            )
            .map(({ name }) => name);
    show(found.slice(0, shownMax).map(zoneOption));
  };
  const body = element('div', { class: 'finder rows zones' }, input, list);
  const at = document.activeElement?.getBoundingClientRect();
  const { close } = openSideCard({ title: t('timeZone'), body: [body] }, at);
  search('');
  input.focus();
}
