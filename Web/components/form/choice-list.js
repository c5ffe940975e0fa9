import { element } from '../../dom/element.js';
import { activeOf, markOption, optionAt, optionByArrow, optionsOf } from './listbox-options.js';

/**
 * A field to type in and a list of matches: arrow keys go through the list, Enter takes an option
 * (the combobox pattern of WAI-ARIA). `show` fills the list, `refresh` fills it again; options are
 * `li` elements.
 *
 * @param {ChoiceListOptions} options
 */
export function choiceList({ label, listLabel, choose, typed }) {
  const id = `choices-${document.querySelectorAll('.choice-list').length}`;
  const list = element('ul', {
    id,
    class: 'choice-list',
    role: 'listbox',
    'aria-label': listLabel,
  });
  const input = element('input', {
    // Not `search`: the first Escape would only clear the field.
    type: 'text',
    role: 'combobox',
    'aria-label': label,
    placeholder: label,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-controls': id,
    'aria-expanded': 'true',
    'aria-autocomplete': 'list',
    enterkeyhint: 'go',
  });
  input.addEventListener('input', () => typed(input.value));
  input.addEventListener('keydown', (event) => pressed(event, input, list, choose));
  // Mouse and arrow keys move the same mark, so Enter takes the option under the mouse.
  list.addEventListener('pointermove', ({ target, pointerType }) => {
    const option = pointerType === 'mouse' ? optionAt(target) : null;
    if (option) markOption(input, list, option);
  });
  list.addEventListener('click', ({ target }) => {
    const option = optionAt(target);
    if (option) choose(option);
  });
  /**
   * @param {HTMLElement[]} items Options, and headings between them. The first option is marked.
   */
  const show = (items) => {
    items.forEach((item, index) => {
      if (item.getAttribute('role') === 'option') item.id = `${id}-${index}`;
    });
    list.replaceChildren(...items);
    // A list box must have options. A message that there are none isn't one.
    const isEmpty = optionsOf(list).length === 0;
    list.setAttribute('role', isEmpty ? 'group' : 'listbox');
    input.ariaExpanded = String(!isEmpty);
    list.scrollTop = 0;
    mark(input, list, optionsOf(list)[0] ?? null);
  };
  /**
   * Shows what the same search finds now, after a change elsewhere. A list that reads the same
   * stays, so that a press on it isn't lost. Where an arrow key or the mouse has led stays marked.
   *
   * @param {HTMLElement[]} items
   */
  const refresh = (items) => {
    const text = (/** @type {Element} */ { textContent }) => textContent;
    const isSame = (/** @type {Element} */ item, /** @type {number} */ index) =>
      text(item) === text(list.children[index] ?? input);
    if (items.length === list.children.length && items.every(isSame)) return;
    const [first] = optionsOf(list);
    const active = activeOf(list);
    const { scrollTop } = list;
    show(items);
    const again =
      active && active !== first && optionsOf(list).find((o) => text(o) === text(active));
    if (!again) return;
    markOption(input, list, again);
    list.scrollTop = scrollTop;
  };
  return {
    input,
    list,
    show,
    refresh,
    mark: (/** @type {number} */ index) => mark(input, list, optionsOf(list)[index] ?? null),
  };
}

/** @param {HTMLElement} input @param {HTMLElement} list @param {HTMLElement | null} option */
function mark(input, list, option) {
  markOption(input, list, option);
  option?.scrollIntoView({ block: 'nearest' });
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} input
 * @param {HTMLElement} list
 * @param {(option: HTMLElement) => void} choose
 */
function pressed(event, input, list, choose) {
  const active = activeOf(list);
  const next = optionByArrow(list, event.key);
  if (next) {
    event.preventDefault();
    mark(input, list, next);
  } else if (event.key === 'Enter' && !event.isComposing) {
    event.preventDefault();
    if (active) choose(active);
  }
}
