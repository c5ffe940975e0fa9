import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @type {[keys: string[], message: Message][]} */
const shortcuts = [
  [['T'], 'keyToday'],
  [['N', 'C'], 'keyNew'],
  [['Q'], 'keyQuick'],
  [['/', 'Ctrl K'], 'keySearch'],
  [['G'], 'keyJump'],
  [['1', '…', '9'], 'keySets'],
  [['J', 'K'], 'keyNextPrevious'],
  [['D', 'X', 'W', 'M', 'Y', 'A', 'B'], 'keyViews'],
  [['+', '-', '0'], 'keyZoom'],
  [['Space', 'M'], 'keyPickUp'],
  [['⇧ ↑', '⇧ ↓', 'Alt ⇧ ↑', 'Alt ⇧ ↓', 'A'], 'keyStretch'],
  [['←', '→', '↑', '↓'], 'keyArrows'],
  [['Home', 'End'], 'keyWeekEdges'],
  [['Page ↑', 'Page ↓'], 'keyMonths'],
  [['⇧ ←', '⇧ →', '⇧ ↑', '⇧ ↓'], 'keyRange'],
  [['Enter'], 'keyOpen'],
  [['⇧ Click', 'Ctrl Space'], 'keySelect'],
  [['Ctrl Enter'], 'keyActions'],
  [['Delete', '⌫'], 'keyDelete'],
  [['Ctrl Z'], 'keyUndo'],
  [['Ctrl P'], 'keyPrint'],
  [['Esc'], 'keyEscape'],
  [['?'], 'keyHelp'],
];

/** Lists the keyboard shortcuts. */
export function openShortcuts() {
  const rows = shortcuts.map(([keys, message]) =>
    element(
      'div',
      { class: 'shortcut' },
      element('dt', {}, ...keys.map((key) => element('kbd', { text: key }))),
      element('dd', { text: t(message) }),
    ),
  );
  // Focusable, so that it can be scrolled by keys: it may be longer than the screen.
  openDialog({
    title: t('shortcuts'),
    body: [element('dl', { class: 'shortcuts', tabindex: 0 }, ...rows)],
  });
}
