/**
 * Makes an element: `on…` keys listen, `class`, `text` and properties are set, the rest are
 * attributes.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [options]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, options = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'class') made.className = value;
    else if (name === 'text') made.textContent = value;
    else if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name === 'value') /** @type {any} */ (made).value = value;
    else made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => /** @type {Node | string} */ (child)),
  );
  return made;
}

/**
 * Tells the elements above, with a bubbling event.
 *
 * @param {EventTarget} from @param {string} name @param {unknown} [detail]
 */
export function tell(from, name, detail) {
  from.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/**
 * Listens to what `tell` tells.
 *
 * @param {EventTarget} at
 * @param {string} name
 * @param {(detail: any) => void} run
 * @param {AbortSignal} signal
 */
export function hear(at, name, run, signal) {
  at.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal });
}

/** @returns {boolean} Whether the user asked that nothing moves by itself. */
export function prefersReducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** @param {Element} host @returns {HTMLElement | null} What has the focus in it. */
export function focusedIn(host) {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && host.contains(focused) ? focused : null;
}

/** What each part was to show last. @type {WeakMap<Element, unknown>} */
const wanted = new WeakMap();

/**
 * Draws a part of the page anew; what had the focus in it has it again, known by its `data-for`. It
 * waits for what is
 * being pressed in it to be let go: a button that is replaced meanwhile would never hear of it.
 *
 * @param {Element} host @param {...(Node | string)} children
 */
export function redrawKeepingFocus(host, ...children) {
  wanted.set(host, children);
  if (host.querySelector(':active')) {
    requestAnimationFrame(() => {
      if (wanted.get(host) === children) redrawKeepingFocus(host, ...children);
    });
    return;
  }
  const mark = focusedIn(host)?.dataset['for'];
  host.replaceChildren(...children);
  /** @type {NodeListOf<HTMLElement>} */
  const controls = host.querySelectorAll('[data-for]');
  if (mark) [...controls].find((control) => control.dataset['for'] === mark)?.focus();
}

/**
 * Puts children in an order for those who read the page, without moving the focus.
 *
 * @param {Element} host @param {Element[]} children
 */
export function putInOrder(host, children) {
  const fixed = children.findIndex((child) => child.contains(document.activeElement));
  const pivot = children[fixed] ?? null;
  for (const child of children.slice(0, Math.max(0, fixed))) host.insertBefore(child, pivot);
  for (const child of children.slice(fixed + 1)) host.append(child);
}

/** @returns {number} How much larger than usual the user's text is. */
export function textScale() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}

/** @param {Element} host @param {() => void} measured @param {AbortSignal} signal */
export function onResize(host, measured, signal) {
  const observer = new ResizeObserver(measured);
  observer.observe(host);
  signal.addEventListener('abort', () => observer.disconnect());
}
