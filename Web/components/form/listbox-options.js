/** @param {Element} list @returns {HTMLElement[]} */
export const optionsOf = (list) =>
  [...list.querySelectorAll('[role=option]')].map((option) => /** @type {HTMLElement} */ (option));

/** @param {Element} list @returns {HTMLElement | null} The option that Enter would take. */
export const activeOf = (list) =>
  optionsOf(list).find((option) => option.getAttribute('aria-selected') === 'true') ?? null;

/** @param {EventTarget | null} target @returns {HTMLElement | null} The option that it's in. */
export const optionAt = (target) =>
  target instanceof Element ? target.closest('[role=option]') : null;

/**
 * Marks one option of the list that a field controls, and takes the mark from the others.
 *
 * @param {HTMLElement} input @param {Element} list @param {HTMLElement | null} option
 */
export function markOption(input, list, option) {
  activeOf(list)?.setAttribute('aria-selected', 'false');
  option?.setAttribute('aria-selected', 'true');
  if (option) input.setAttribute('aria-activedescendant', option.id);
  else input.removeAttribute('aria-activedescendant');
}

/**
 * @param {Element} list @param {string} key
 * @returns {HTMLElement | null} The option that an arrow key leads to, from the last to the first as
 *   well; null for another key and for an empty list.
 */
export function optionByArrow(list, key) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const options = optionsOf(list);
  if (step === undefined || options.length === 0) return null;
  const active = activeOf(list);
  const from = active ? options.indexOf(active) : Math.min(-step, 0);
  return options[(from + step + options.length) % options.length] ?? null;
}
