/**
 * Tells the style sheet how much of the page a phone's keyboard covers, where the browser doesn't
 * shrink the page for it (Safari).
 *
 * @param {HTMLElement} card @param {AbortSignal} signal
 */
export function keepAboveKeyboard(card, signal) {
  const view = globalThis.visualViewport;
  const place = () => {
    if (!view || view.scale !== 1) return;
    const coveredPx = Math.max(0, innerHeight - view.height - view.offsetTop);
    card.style.setProperty('--keyboard', `${coveredPx}px`);
  };
  for (const name of ['resize', 'scroll']) view?.addEventListener(name, place, { signal });
}
