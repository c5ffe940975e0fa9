// Drawn here on a 20 px grid with one stroke; `currentColor` follows the text.

const paths = {
  plus: 'M10 4v12M4 10h12',
  close: 'M5 5l10 10M15 5L5 15',
  calendar: 'M4.5 5.5h11v10.5h-11zM4.5 8.5h11M7.5 3.5v3M12.5 3.5v3',
  calendars: 'M4 5h12M4 10h12M4 15h8',
  inbox: 'M3.5 11l2.5-6h8l2.5 6v4.5h-13zM3.5 11h3.5l1 2h4l1-2h3.5',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  only: 'M10 4.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11M10 9a1 1 0 1 0 0 2a1 1 0 0 0 0-2',
  search: 'M9 4.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9M12.5 12.5L16 16',
  up: 'M5 12.5l5-5 5 5',
  down: 'M5 7.5l5 5 5-5',
  back: 'M12.5 5l-5 5 5 5',
  forward: 'M7.5 5l5 5-5 5',
};

/** @typedef {keyof typeof paths} IconName */

const namespace = 'http://www.w3.org/2000/svg';

/**
 * @param {IconName} name @returns {SVGSVGElement} Hidden from screen readers: its button has a
 *   label.
 */
export const icon = (name) => drawn(paths[name]);

/** @param {string} strokes @returns {SVGSVGElement} */
export function drawn(strokes) {
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', strokes);
  svg.append(path);
  return svg;
}
