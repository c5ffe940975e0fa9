import { reachDays } from '../../layout/hour-strip.js';
import { narrowPx } from './event-block.js';

/**
 * Passes the sizes on to the style sheet.
 *
 * @param {HTMLElement} scroller
 * @param {import('../../layout/timeline-geometry.js').TimelineGeometry} geometry
 * @param {Settings} settings
 */
export function showSizes(scroller, geometry, { values: { weekendTint, secondZone } }) {
  const { dayPx, gutterPx, hourPx, scale } = geometry;
  const values = {
    day: `${dayPx}px`,
    gutter: `${gutterPx}px`,
    hour: `${hourPx}px`,
    count: String(2 * reachDays),
  };
  for (const [name, value] of Object.entries(values))
    scroller.style.setProperty(`--${name}`, value);
  const looks = {
    narrow: dayPx < narrowPx * scale,
    tinted: weekendTint,
    'two-zones': secondZone !== '',
  };
  for (const [name, is] of Object.entries(looks)) scroller.classList.toggle(name, is);
}
