import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';

/**
 * Draws the outline of an occurrence where a change would put it.
 *
 * @param {string} kind Its classes.
 * @param {Occurrence} moved
 * @param {HTMLElement} host
 * @param {Record<string, number>} values Its position, as custom properties for the style sheet.
 */
export function makeOutline(kind, { title, color }, host, values) {
  const outline = element(
    'div',
    { class: `${kind} outlined`, 'aria-hidden': 'true', 'data-color': color },
    element('span', { text: title || t('untitled') }),
  );
  for (const [name, value] of Object.entries(values))
    outline.style.setProperty(`--${name}`, String(value));
  host.append(outline);
  return outline;
}

/**
 * @param {number[]} taken
 * @param {number} lanes
 * @returns {number} The first free lane, or the last one if all are taken.
 */
export function freeLane(taken, lanes) {
  let lane = 0;
  while (lane < lanes - 1 && taken.includes(lane)) lane += 1;
  return lane;
}
