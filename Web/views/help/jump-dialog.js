import { DateField } from '../../components/form/date-field.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @param {string} date The view's date. @param {(date: string) => void} go */
export function openJump(date, go) {
  const input = new DateField({ label: t('date'), value: date, required: true });
  const form = element(
    'form',
    {
      class: 'jump',
      novalidate: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (input.value === '') return input.focus();
        close();
        go(input.value);
      },
    },
    input,
    element('button', { type: 'submit', class: 'primary', text: t('go') }),
  );
  const { close } = openDialog({ title: t('goToDate'), body: [form] });
  input.focus();
}
