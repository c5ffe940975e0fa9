import { failureOf } from '../../components/confirm-dialog.js';
import { field } from '../../components/form/field.js';
import { showsUnreadable } from '../../components/form/typed-field.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
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
  const moment = new DeadlineField(local ?? '');
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const save = element('button', {
    type: 'submit',
    form: 'deadline-form',
    class: 'primary',
    text: t('save'),
  });
  const form = element(
    'form',
    {
      id: 'deadline-form',
      class: 'event-form',
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
        if (problem.textContent === '') close();
      },
    },
    field(t('deadline'), moment.element),
    element('p', { class: 'hint', text: t('deadlineHint') }),
    problem,
  );
  const { close } = openDialog({ title: t('changeDeadline'), body: [form], action: save });
  moment.focus();
}
