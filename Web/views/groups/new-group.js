import { endForm, openFormCard } from '../../components/form/form-card.js';
import { nameLine } from '../../components/form/name-line.js';
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
  openFormCard('new-group', () => newGroupForm(agenda, explain, made));
}

/**
 * @param {Agenda} agenda
 * @param {(error: unknown) => string} explain
 * @param {(id: string) => void} made
 * @returns {FormCard}
 */
function newGroupForm(agenda, explain, made) {
  const { line, input: name } = nameLine('', { placeholder: t('groupNameExample') });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const save = element('button', { type: 'submit', class: 'primary', text: t('makeGroup') });
  const check = () => {
    save.disabled = name.value.trim() === '';
  };
  const form = element(
    'form',
    {
      class: 'event-form rows titled',
      novalidate: true,
      oninput: check,
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (save.disabled) return;
        save.disabled = true;
        try {
          const id = await addGroup(agenda, name.value.trim());
          endForm(form);
          made(id);
        } catch (error) {
          problem.textContent = explain(error);
          check();
        }
      },
    },
    line,
    problem,
    element('p', { class: 'hint', text: t('newGroupHint') }),
  );
  check();
  return {
    title: t('newGroup'),
    form,
    save,
    fields: [name],
    isTouched: () => name.value !== '',
    focus: () => name.focus(),
  };
}
