import { element, tell } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { iconButton } from './icon-button.js';

/**
 * A calendar in the side panel: a click shows or hides it, and a button edits it.
 *
 * @param {Agenda | null} agenda @param {Calendar} calendar
 * @param {...HTMLElement} signs What follows the name.
 */
export function calendarSwitch(agenda, { id, name, color }, ...signs) {
  const box = element('input', {
    type: 'checkbox',
    'data-for': id,
    onchange: () => agenda?.show(id, box.checked),
  });
  box.checked = agenda?.isVisible(id) ?? true;
  const edit = iconButton(
    'more',
    t('editCalendarNamed', { name }),
    () => tell(edit, 'calendar-edit', { id }),
    { 'data-for': `${id} edit` },
  );
  return element(
    'li',
    { 'data-color': color },
    element('label', {}, box, element('span', { class: 'calendar-name', text: name })),
    ...signs,
    edit,
  );
}
