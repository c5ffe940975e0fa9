/**
 * Makes an element. Options named `on…` are listeners; `class`, `text` and `value` are properties,
 * and the rest are attributes.
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
 * Fires a bubbling event.
 *
 * @param {EventTarget} from @param {string} name @param {unknown} [detail]
 */
export function tell(from, name, detail) {
  from.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/**
 * Listens to an event, and gets its detail.
 *
 * @param {EventTarget} at
 * @param {string} name
 * @param {(detail: any) => void} run
 * @param {AbortSignal} signal
 */
export function hear(at, name, run, signal) {
  at.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal });
}

/** @returns {boolean} Whether the user wants no animations. */
export function prefersReducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** @param {Element} host @returns {HTMLElement | null} The element in it that has the focus. */
export function focusedIn(host) {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && host.contains(focused) ? focused : null;
}

/** The children last asked for, by host. @type {WeakMap<Element, unknown>} */
const wanted = new WeakMap();

/**
 * Replaces an element's children, and focuses the one with the same `data-for` as before. Waits
 * while one of them is pressed, or has a menu open: a button replaced during a press would never get
 * its click, and a menu would vanish under the hand.
 *
 * @param {Element} host @param {...(Node | string)} children
 */
export function redrawKeepingFocus(host, ...children) {
  wanted.set(host, children);
  if (host.querySelector(':active, :popover-open')) {
    requestAnimationFrame(() => {
      if (wanted.get(host) === children) redrawKeepingFocus(host, ...children);
    });
    return;
  }
  const mark = focusedIn(host)?.dataset['for'];
  host.replaceChildren(...children);
  if (mark) focusMarked(host, mark);
}

/**
 * Remembers the focus before a dialog takes it.
 *
 * @returns {() => void} Focuses the element again, or the one that replaced it in a redraw.
 */
export function rememberFocus() {
  const focused = focusedIn(document.body);
  let host = focused?.parentElement;
  while (host && !wanted.has(host)) host = host.parentElement;
  const mark = focused?.dataset['for'];
  return () => {
    if (host && mark && !focused.isConnected) focusMarked(host, mark);
  };
}

/** @param {Element} host @param {string} mark The `data-for` of the element to focus. */
function focusMarked(host, mark) {
  /** @type {HTMLElement | null} */ (
    host.querySelector(`[data-for="${CSS.escape(mark)}"]`)
  )?.focus();
}

/**
 * Orders an element's children, for screen readers, without moving the one that has the focus. The
 * others stay too if they can, because moving an element makes a press that has begun in it lose
 * its click.
 *
 * @param {Element} host @param {Element[]} children
 */
export function putInOrder(host, children) {
  const focused = children.findIndex((child) => child.contains(document.activeElement));
  const pivot = focused < 0 ? children.length >> 1 : focused;
  let near = children[pivot];
  if (near && near.parentNode !== host) host.append(near);
  for (const child of children.slice(0, pivot).reverse()) {
    if (near?.previousSibling !== child) near?.before(child);
    near = child;
  }
  near = children[pivot];
  for (const child of children.slice(pivot + 1)) {
    if (near?.nextSibling !== child) near?.after(child);
    near = child;
  }
}

/** @returns {number} The user's text size, relative to the usual 16 px. */
export function textScale() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}

/** @param {Element} host @param {() => void} measured @param {AbortSignal} signal */
export function onResize(host, measured, signal) {
  const observer = new ResizeObserver(measured);
  observer.observe(host);
  signal.addEventListener('abort', () => observer.disconnect());
}
