/**
 * Marks an event in every view while its card or form is open. The mark is a style sheet that names
 * the key, because the views reuse their elements for other events.
 *
 * @param {string} key @param {AbortSignal} signal Ends the mark.
 */
export function markOpen(key, signal) {
  const mark = new CSSStyleSheet();
  mark.replaceSync(markOf(`[data-key="${CSS.escape(key)}"]`));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, mark];
  signal.addEventListener('abort', () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== mark);
  });
}

/**
 * Solid where events are tints, and a ring where they're solid anyway.
 *
 * @param {string} named The selector of the event's elements.
 */
const markOf = (named) => `
  :is(.hours-event, .chip:not(.bar))${named} {
    --ground: var(--solid);
    background: var(--solid);
    color: var(--on-solid);
    box-shadow: 0 0 0 1px var(--bg), 0 0 8px color-mix(in srgb, var(--solid) 60%, transparent);
  }
  :is(.hours-event, .chip:not(.bar))${named} { z-index: 2; }
  .chip:not(.bar)${named} { border-radius: 4px; }
  :is(.hours-event, .chip)${named}::before, :is(.hours-event, .chip)${named}::after { color: inherit; }
  .hours-event${named} > [data-who]::before, .chip:not(.bar)${named}[data-who]::after {
    background: var(--on-solid);
    color: var(--solid);
    opacity: 1;
  }
  .bar.chip${named} { outline: 2px solid var(--solid); outline-offset: 1px; }
  .occurrence${named} { background: var(--tint); outline: 1.5px solid var(--solid); outline-offset: -1.5px; }
  @media (forced-colors: active) {
    :is(.hours-event, .chip, .occurrence)${named} { outline: 3px solid Highlight; outline-offset: -2px; }
  }
`;
