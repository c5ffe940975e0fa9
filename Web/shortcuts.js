import { shortcutOf, undoOf } from './lib/shortcuts.js';

/**
 * @param {object} actions
 * @param {() => void} actions.today
 * @param {() => void} actions.newEvent
 * @param {() => void} actions.jump
 * @param {(months: number) => void} actions.moveMonth
 * @param {() => void} actions.grid
 * @param {() => void} actions.help
 * @param {() => void} actions.escape
 * @param {() => void} actions.undo
 * @param {() => void} actions.redo
 * @param {AbortSignal} signal
 */
export function listenToKeys({ today, newEvent, jump, moveMonth, grid, help, escape, undo, redo }, signal) {
  /** @type {Record<string, () => void>} */
  const keys = {
    t: today, n: newEvent, c: newEvent, g: jump, '?': help, Escape: escape,
    j: () => moveMonth(1), k: () => moveMonth(-1),
  };
  document.addEventListener('keydown', (event) => {
    const wish = undoOf(event);
    // With nothing focused the arrows are meant for the month.
    if (event.target === document.body && /^(Arrow|Page)/.test(event.key) && shortcutOf(event)) return grid();
    const run = wish ? { undo, redo }[wish] : keys[shortcutOf(event)];
    if (!run) return;
    event.preventDefault();
    run();
  }, { signal });
}
