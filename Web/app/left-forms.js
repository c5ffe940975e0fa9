import { forgetLeftForms } from '../components/form/form-card.js';
import { hear } from '../dom/element.js';
import { t } from '../i18n/strings.js';

/**
 * Offers to go on with a form that was left with something typed in it.
 *
 * @param {Notices} notices @param {AbortSignal} signal
 */
export function offerLeftForms(notices, signal) {
  hear(
    document,
    'form-left',
    ({ title, open }) =>
      notices.show(t('formLeft', { title }), { label: t('keepEditing'), run: open }),
    signal,
  );
  signal.addEventListener('abort', forgetLeftForms);
}
