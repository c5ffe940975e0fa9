import { failureOf } from '../../components/confirm-dialog.js';
import { fieldRow } from '../../components/form/field-row.js';
import { endForm, openFormCard } from '../../components/form/form-card.js';
import { showsUnreadable } from '../../components/form/typed-field.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { clock } from '../../time/clock.js';
import { deadlineProblem } from './deadline.js';
import { DeadlineField } from './deadline-field.js';

/**
 * Asks for the deadline for answers. If the field is empty, there's no deadline.
 *
 * @param {string | null} local The present deadline, in the user's zone.
 * @param {(local: string) => string | null} deadlineOf Converts the typed deadline to an instant.
 * @param {(deadline: string | null) => Promise<unknown>} set
 * @param {(error: unknown) => string} explain
 */
export function askDeadline(local, deadlineOf, set, explain) {
  openFormCard(`deadline-${clock.uid()}`, () => {
    const moment = new DeadlineField(local ?? '');
    const before = moment.value;
    const problem = element('p', { class: 'field-problem', role: 'alert' });
    const save = element('button', { type: 'submit', class: 'primary', text: t('save') });
    const form = element(
      'form',
      {
        class: 'event-form rows',
        novalidate: true,
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          if (showsUnreadable(form)) return;
          const deadline = deadlineOf(moment.value);
          problem.textContent = deadlineProblem(deadline);
          if (problem.textContent !== '') return;
          save.disabled = true;
          problem.textContent = await failureOf(() => set(deadline), explain);
          save.disabled = false;
          if (problem.textContent === '') endForm(form);
        },
      },
      fieldRow('status', t('deadline'), moment.element, problem),
      element('p', { class: 'hint', text: t('deadlineHint') }),
    );
    return {
      title: t('changeDeadline'),
      form,
      save,
      isTouched: () => moment.value !== before,
      focus: () => moment.focus(),
    };
  });
}
