import { isPrint, isSearch, shortcutOf, undoOf } from '../interaction/key-presses.js';

/** @param {ShortcutActions} actions @param {AbortSignal} signal */
export function listenToShortcuts(
  {
    today,
    newEvent,
    quickAdd,
    search,
    print,
    jump,
    set,
    step,
    view,
    grid,
    help,
    escape,
    undo,
    redo,
    remove,
  },
  signal,
) {
  /** @type {Record<string, () => void>} */
  const keys = {
    t: today,
    n: newEvent,
    c: newEvent,
    q: quickAdd,
    '/': search,
    g: jump,
    '?': help,
    Escape: escape,
    j: () => step(1),
    k: () => step(-1),
  };
  document.addEventListener(
    'keydown',
    (event) => {
      const undoOrRedo = undoOf(event);
      if (isSearch(event)) {
        event.preventDefault();
        return search();
      }
      if (isPrint(event)) {
        event.preventDefault();
        return print();
      }
      // With nothing focused the arrows are meant for the view.
      if (event.target === document.body && /^(Arrow|Page)/.test(event.key) && shortcutOf(event))
        return grid();
      if (/^(Delete|Backspace)$/.test(shortcutOf(event)) && event.target instanceof Element) {
        const key = event.target.closest('[data-key]')?.getAttribute('data-key');
        if (!key) return;
        event.preventDefault();
        return remove(key);
      }
      const run = undoOrRedo ? { undo, redo }[undoOrRedo] : keys[shortcutOf(event)];
      if (run) run();
      if (/^[1-9]$/.test(shortcutOf(event))) set(Number(shortcutOf(event)));
      if (run || view(shortcutOf(event))) event.preventDefault();
    },
    { signal },
  );
}
