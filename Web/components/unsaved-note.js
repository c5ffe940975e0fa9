import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';

/**
 * @param {{ unsaved?: true | undefined }} event
 * @returns {HTMLElement[]} A line that says so if its last change, or the answer to it, waits on this device.
 */
export const unsavedNote = ({ unsaved }) =>
  unsaved
    ? [element('p', { class: 'hint unsaved-note', role: 'status', text: t('onThisDevice') })]
    : [];
