import { askDiscard, openDialog } from '../../components/modal-dialog.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { addGroup } from '../../state/group-changes.js';

/**
 * Asks for the name of a new group, and creates it.
 *
 * @param {Agenda} agenda
 * @param {(error: unknown) => string} explain
 * @param {(id: string) => void} made
 */
export function openNewGroup(agenda, explain, made) {
  const name = element('input', {
    type: 'text',
    required: true,
    maxlength: 200,
    'aria-label': t('name'),
    placeholder: t('groupNameExample'),
    autocomplete: 'off',
  });
  const problem = element('p', { class: 'form-problem dialog-text', role: 'alert' });
  const save = element('button', { type: 'submit', class: 'primary', text: t('makeGroup') });
  const form = element(
    'form',
    {
      class: 'jump',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (name.value.trim() === '') return;
        save.disabled = true;
        try {
          const id = await addGroup(agenda, name.value.trim());
          close();
          made(id);
        } catch (error) {
          problem.textContent = explain(error);
          save.disabled = false;
        }
      },
    },
    name,
    save,
  );
  const { close } = openDialog({
    title: t('newGroup'),
    mayClose: () => name.value === '' || askDiscard(),
    body: [form, element('p', { class: 'dialog-text', text: t('newGroupHint') }), problem],
  });
  name.focus();
}
