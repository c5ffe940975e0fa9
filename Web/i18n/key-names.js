import { t } from './strings.js';

/** Keyboards of Apple write these keys as signs, and put them in this order. */
const appleSigns = { Shift: '⇧', Mod: '⌘', Ctrl: '⌃' };

/** @returns {boolean} Whether the keyboard has a Cmd key. */
const isApple = () => /^(Mac|iP)/.test(globalThis.navigator?.platform ?? '');

/**
 * How a key is written on the keyboard.
 *
 * @param {string} press As `commands` writes it, such as "Mod Shift z".
 * @param {boolean} [apple]
 */
export function keyText(press, apple = isApple()) {
  const parts = press.split(' ');
  const key = (parts.pop() ?? '').toUpperCase();
  if (apple) {
    const signs = Object.entries(appleSigns).filter(([name]) => parts.includes(name));
    return [...signs.map(([, sign]) => sign), key].join(' ');
  }
  return [...parts.map((part) => (part === 'Shift' ? '⇧' : t('keyControl'))), key].join(' ');
}
