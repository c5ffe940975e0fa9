import { openSideCard } from '../../components/side-card.js';
import { element } from '../../dom/element.js';
import { keyText } from '../../i18n/key-names.js';
import { t } from '../../i18n/strings.js';

/**
 * The keys that a view or a list reads by itself.
 *
 * @type {[keys: string[], message: Message][]}
 */
const viewKeys = [
  [['←', '→', '↑', '↓'], 'keyArrows'],
  [['Home', 'End'], 'keyWeekEdges'],
  [['Page ↑', 'Page ↓'], 'keyMonths'],
  [['⇧ ←', '⇧ →', '⇧ ↑', '⇧ ↓'], 'keyRange'],
  [['Enter'], 'keyOpen'],
  [['Click', 'Enter'], 'keyBegin'],
  [['A', '…', 'Z'], 'keyTitle'],
  [['⇧ F10', 'Right click'], 'keyMenu'],
  [['⇧ Click', 'Ctrl Space'], 'keySelect'],
  [['Ctrl Enter'], 'keyActions'],
  [['e'], 'keyEdit'],
  [['Ctrl Enter', 'Mod s'], 'keySave'],
  [['Mod c', 'Mod x'], 'keyCopy'],
  [['Mod v'], 'keyPaste'],
  [['Space'], 'keyPickUp'],
  [['Alt ↑', 'Alt ↓'], 'keyNudge'],
  [['⇧ ↑', '⇧ ↓', 'Alt ⇧ ↑', 'Alt ⇧ ↓', 'A'], 'keyStretch'],
  [['Delete', '⌫'], 'keyDelete'],
  [['+', '-', '0'], 'keyZoom'],
  [['1', '…', '9'], 'keySets'],
  [['Esc'], 'keyEscape'],
];

/**
 * Lists the keyboard shortcuts.
 *
 * @param {Command[]} commands
 */
export function openShortcuts(commands) {
  const isShort = (/** @type {Command} */ { keys }) => keys.length > 0;
  const row = (/** @type {Command} */ { keys, label }) =>
    shortcutRow(
      keys.map((key) => keyText(key)),
      t(label),
    );
  // It's focusable, so that it can be scrolled by keys if it's longer than the screen.
  openSideCard({
    title: t('shortcuts'),
    body: [
      element(
        'div',
        { class: 'shortcuts', role: 'group', 'aria-label': t('shortcuts'), tabindex: 0 },
        part('keysAnywhere', commands.filter((each) => isShort(each) && !each.isView).map(row)),
        part('view', commands.filter(({ isView }) => isView).map(row)),
        part(
          'keysInView',
          viewKeys.map(([keys, message]) => shortcutRow(keys.map(written), t(message))),
        ),
      ),
    ],
  });
}

/** @param {string} press @returns {string} The press in the words of the language and the keyboard. */
const written = (press) =>
  /^(Mod .|[a-z])$/.test(press)
    ? keyText(press)
    : press
        .replace('Ctrl', t('keyControl'))
        .replace('Right click', t('rightClick'))
        .replace('Click', t('click'));

/** @param {Message} title @param {HTMLElement[]} rows */
const part = (title, rows) =>
  element('section', {}, element('h3', { text: t(title) }), element('dl', {}, ...rows));

/** @param {string[]} keys @param {string} text */
const shortcutRow = (keys, text) =>
  element(
    'div',
    { class: 'shortcut' },
    element('dt', {}, ...keys.map((key) => element('kbd', { text: key }))),
    element('dd', { text }),
  );
