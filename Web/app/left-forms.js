import { forgetLeftForms, keepLeftForms } from '../components/form/form-card.js';
import { tabStorage } from '../dom/device-storage.js';
import { hear } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { KeptForms } from '../state/kept-forms.js';

/**
 * Offers to go on with a form that was left with something typed in it. Until it's saved, the tab
 * keeps that, and the same form opens with it after a reload.
 *
 * @param {string} account @param {Notices} notices @param {AbortSignal} signal
 */
export function offerLeftForms(account, notices, signal) {
  const kept = new KeptForms(tabStorage(), account);
  keepLeftForms(kept);
  hear(document, 'account-left', () => kept.end(), signal);
  hear(
    document,
    'form-left',
    ({ title, open }) =>
      notices.show(t('formLeft', { title }), { label: t('keepEditing'), run: open }),
    signal,
  );
  signal.addEventListener('abort', forgetLeftForms);
}
