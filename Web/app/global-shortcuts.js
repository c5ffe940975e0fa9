import { commandOf, shortcutOf } from '../interaction/key-presses.js';
import { commands } from './commands.js';

/** @param {ShortcutActions} actions @param {AbortSignal} signal */
export function listenToShortcuts({ run, set, grid, escape, remove }, signal) {
  document.addEventListener(
    'keydown',
    (event) => {
      const command = commandOf(event, commands);
      if (command) {
        event.preventDefault();
        return run(command.name);
      }
      const key = shortcutOf(event);
      // With nothing focused the arrows are meant for the view.
      if (event.target === document.body && /^(Arrow|Page)/.test(key)) return grid();
      if (/^(Delete|Backspace)$/.test(key) && event.target instanceof Element) {
        const focused = event.target.closest('[data-key]')?.getAttribute('data-key');
        if (!focused) return;
        event.preventDefault();
        return remove(focused);
      }
      if (key === 'Escape') {
        event.preventDefault();
        return escape();
      }
      if (/^[1-9]$/.test(key)) set(Number(key));
    },
    { signal },
  );
}
