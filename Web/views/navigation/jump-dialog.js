import { DateField } from '../../components/form/date-field.js';
import { fieldRow } from '../../components/form/field-row.js';
import { endForm, openFormCard } from '../../components/form/form-card.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * Asks for a date in a card that hangs where the months of a year do.
 *
 * @param {string} date The view's date. @param {(date: string) => void} jump
 */
export function openJump(date, jump) {
  const input = new DateField({
    label: t('date'),
    value: date,
    required: true,
    readsMonths: true,
  });
  const go = element('button', { type: 'submit', class: 'primary', text: t('go') });
  // A typed day may be this year's or the next one's.
  const sayWhere = () => {
    const isOther = input.value !== '' && input.value !== date;
    go.textContent = isOther ? t('goToNamed', { date: input.textOf(input.value) }) : t('go');
  };
  for (const name of ['input', 'change']) input.addEventListener(name, sayWhere);
  const form = element(
    'form',
    {
      class: 'event-form rows',
      novalidate: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (input.value === '') return input.focus();
        endForm(form);
        jump(input.value);
      },
    },
    fieldRow('calendar', t('date'), input),
  );
  openFormCard('go-to-date', () => ({
    title: t('goToDate'),
    form,
    save: go,
    isTouched: () => false,
    opened: (dialog) => dialog.classList.add('hanging'),
    focus: () => input.focus(),
  }));
}
