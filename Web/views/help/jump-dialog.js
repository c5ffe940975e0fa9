import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { firstDate, lastDate } from '../../time/calendar-bounds.js';
import { isDate } from '../../time/civil-date.js';

/** @param {string} date The view's date. @param {(date: string) => void} go */
export function openJump(date, go) {
  const input = element('input', {
    type: 'date',
    value: date,
    min: firstDate,
    max: lastDate,
    required: true,
    'aria-label': t('date'),
  });
  const form = element(
    'form',
    {
      class: 'jump',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (!isDate(input.value)) return;
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
