import { element } from '../dom/element.js';

/** Shows how long frames take, the longest of the last second first; asked for with `?perf`. */
export function showFrameMeter() {
  const output = element('output', { class: 'perf', 'aria-hidden': 'true' });
  document.body.append(output);
  let before = 0;
  /** @type {number[]} */
  let spans = [];
  const frame = (/** @type {number} */ now) => {
    if (before) spans.push(now - before);
    before = now;
    const total = spans.reduce((sum, span) => sum + span, 0);
    if (total > 1000) {
      const elements = document.querySelectorAll('*').length;
      output.textContent = `${Math.max(...spans).toFixed(1)} ms max, ${(total / spans.length).toFixed(1)} ms, ${elements} elements`;
      spans = [];
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
