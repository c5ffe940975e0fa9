import { deviceStorage, keepIn, keptName, readFrom, readJSONFrom } from '../dom/device-storage.js';
import { clock } from '../time/clock.js';
import { stillNames } from './device-copy.js';

/**
 * An element of a still: its name, its attributes, its own style, how far it's scrolled, and what is in it.
 *
 * @typedef {[name: string, value: string][]} Pairs
 * @typedef {[
 *   name: string, attributes: Pairs, style: Pairs, scroll: [top: number, left: number] | null,
 *   children: (string | StillElement)[],
 * ]} StillElement
 */

/**
 * The page as it looked, and where and when it would look like that again. `root` has the attributes of the
 * document, such as its language and theme.
 *
 * @typedef {{
 *   version: string, account: string, path: string, top: number | null, day: string,
 *   width: number, height: number, root: Pairs, shell: StillElement,
 * }} Still
 */

/** The longest still, so that it leaves storage to what can't be made again. */
const lengthMax = 400_000;

/** @typedef {keyof typeof stillNames} StillKind */

/**
 * @param {string} version Of the page's files.
 * @returns {Omit<Still, 'account' | 'root' | 'shell'>} Where, when and how large the page is now.
 */
export const placeNow = (version) => ({
  version,
  path: location.pathname,
  top: history.state?.top ?? null,
  day: clock.today(),
  width: innerWidth,
  height: innerHeight,
});

/**
 * @param {string} version
 * @returns {Still | null} How the page will look here in a moment; null if that isn't known.
 */
export function stillFor(version) {
  const isOpening = location.pathname === '/';
  /** @type {Still | null} */
  const still = readJSONFrom(deviceStorage(), isOpening ? stillNames.opening : stillNames.left);
  if (!still || location.search || still.account !== readFrom(deviceStorage(), keptName))
    return null;
  const here = placeNow(version);
  const isSame = /** @type {(keyof typeof here)[]} */ (Object.keys(here)).every(
    (name) => here[name] === still[name] || (isOpening && (name === 'path' || name === 'top')),
  );
  return isSame ? still : null;
}

/** @param {StillKind} kind @param {Still | null} still Null erases what was kept. */
export function keepStill(kind, still) {
  const text = still ? JSON.stringify(still) : '';
  const isKept = keepIn(deviceStorage(), stillNames[kind], text.length > lengthMax ? '' : text);
  // Where storage is full, the one before it is still there.
  if (!isKept) keepIn(deviceStorage(), stillNames[kind], '');
}
