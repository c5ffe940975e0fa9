import { element } from '../../dom/element.js';
import { icon } from '../../dom/icons.js';
import { t } from '../../i18n/strings.js';

/**
 * @param {Agenda} agenda
 * @param {AbortSignal} signal
 * @returns {HTMLElement} Names the person whose events alone are shown; a press shows all again.
 */
export function personAlone(agenda, signal) {
  const name = element('span', { dir: 'auto' });
  const chip = element(
    'button',
    {
      type: 'button',
      class: 'alone-chip',
      title: t('showAll'),
      onclick: () => agenda.showOnly(agenda.switches),
    },
    name,
    icon('close'),
  );
  const line = element('div', { class: 'alone-line', hidden: true }, chip);
  const show = () => {
    const person = aloneOf(agenda);
    line.hidden = !person;
    chip.dataset['color'] = person?.color ?? '';
    name.textContent = person ? t('groupOnly', { name: person.name }) : '';
    chip.ariaLabel = `${name.textContent}, ${t('showAll')}`;
  };
  agenda.addEventListener('calendars', show, { signal });
  show();
  return line;
}

/**
 * @param {Pick<Agenda, 'shownIDs' | 'people'>} agenda
 * @returns {{ name: string, color: string } | null} The person who is shown, if nothing else is.
 */
export function aloneOf({ shownIDs, people }) {
  const [id, ...others] = shownIDs;
  if (!id || others.length > 0 || !people.others.includes(id)) return null;
  const member = people.list.flatMap(({ members }) => members).find((each) => each.id === id);
  return member ? { name: member.name, color: people.colors.get(id) ?? member.color } : null;
}
