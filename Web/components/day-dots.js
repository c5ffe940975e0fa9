/** The size of a dot, and the way from one to the next. */
const dotPx = 6,
  dotStepPx = 9;

/**
 * Paints the dots of a day as one background: an element for each would cost a third of every frame
 * of a sweep over the month.
 *
 * @param {HTMLElement} host
 * @param {{ color: string, proposal?: unknown }[]} dots One for a proposal is a ring.
 * @param {boolean} isMore Whether the day has more, which a plus sign after the dots says.
 */
export function paintDots(host, dots, isMore) {
  const side = document.dir === 'rtl' ? 'right' : 'left';
  host.style.background = dots
    .map(
      ({ color, proposal }, place) =>
        `radial-gradient(circle, ${proposal ? '#0000 1.4px, ' : ''}var(--${color}) 1.6px 2.7px, #0000 3.1px) ` +
        `${side} ${place * dotStepPx}px top 50% / ${dotPx}px ${dotPx}px no-repeat`,
    )
    .join(', ');
  const gapPx = isMore ? 0 : dotStepPx - dotPx;
  host.style.paddingInlineStart = `${Math.max(0, dots.length * dotStepPx - gapPx)}px`;
  host.dataset['count'] = String(dots.length);
  host.textContent = isMore ? '+' : '';
}
