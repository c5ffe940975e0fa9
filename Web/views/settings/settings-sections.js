import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @param {Message} name @param {...HTMLElement} parts */
export const section = (name, ...parts) =>
  element(
    'div',
    {
      class: 'settings-section',
      role: 'group',
      'aria-label': t(name),
      'data-section': name,
      tabindex: -1,
    },
    ...parts,
  );

/**
 * The list of sections beside the rows. A press leads to the section.
 *
 * @param {HTMLElement} form Holds the sections.
 * @param {() => void} showAll Ends a search, which may hide the section.
 */
export function sectionList(form, showAll) {
  const go = (/** @type {string} */ name) => {
    showAll();
    const found = form.querySelector(`[data-section="${name}"]`);
    if (!(found instanceof HTMLElement)) return;
    found.scrollIntoView();
    found.focus({ preventScroll: true });
  };
  const sections = /** @type {NodeListOf<HTMLElement>} */ (
    form.querySelectorAll('.settings-section')
  );
  return element(
    'nav',
    { class: 'settings-sections', 'aria-label': t('settingsSections') },
    ...[...sections].map(({ ariaLabel, dataset }) =>
      element('button', {
        type: 'button',
        text: ariaLabel,
        onclick: () => go(dataset['section'] ?? ''),
      }),
    ),
  );
}
