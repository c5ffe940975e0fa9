import { DateField } from '../../components/form/date-field.js';
import { fieldRow } from '../../components/form/field-row.js';
import { endForm, openFormCard } from '../../components/form/form-card.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * Asks for a date in a card that hangs where the months of a year do.
 *
 * @param {string} date The view's date. @param {(date: string) => void} go
 */
export function openJump(date, go) {
  const input = new DateField({ label: t('date'), value: date, required: true });
  const form = element(
    'form',
    {
      class: 'event-form rows',
      novalidate: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (input.value === '') return input.focus();
        endForm(form);
        go(input.value);
      },
    },
    fieldRow('calendar', t('date'), input),
  );
  openFormCard('go-to-date', () => ({
    title: t('goToDate'),
    form,
    save: element('button', { type: 'submit', class: 'primary', text: t('go') }),
    isTouched: () => false,
    opened: (dialog) => dialog.classList.add('hanging'),
    focus: () => input.focus(),
  }));
}
