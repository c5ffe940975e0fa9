import { exportSomePath } from '../../api/export-paths.js';
import { askDiscard, openDialog } from '../../components/modal-dialog.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * @param {Agenda} agenda
 * @param {Settings} settings
 * @param {number | null} index The set to rename, update or delete; null saves a new one.
 */
export function openSetDialog(agenda, settings, index) {
  const { sets } = settings.values;
  const known = index === null ? null : (sets[index] ?? null);
  const name = element('input', {
    type: 'text',
    required: true,
    maxlength: 100,
    value: known?.name ?? '',
    'aria-label': t('name'),
    placeholder: t('name'),
    autocomplete: 'off',
  });
  const put = (/** @type {CalendarSet[]} */ changed) => {
    close();
    settings.change({ sets: changed });
  };
  const replaced = (/** @type {CalendarSet | null} */ set) =>
    settings.values.sets.flatMap((other, place) => (place === index ? (set ?? []) : other));
  const form = element(
    'form',
    {
      class: 'jump',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const set = { name: name.value.trim(), calendars: known?.calendars ?? agenda.shownIDs };
        if (set.name !== '') put(known ? replaced(set) : [...settings.values.sets, set]);
      },
    },
    name,
    element('button', { type: 'submit', class: 'primary', text: t('save') }),
  );
  const update = () => known && put(replaced({ ...known, calendars: agenda.shownIDs }));
  const { close } = openDialog({
    title: t(known ? 'set' : 'saveSet'),
    mayClose: () => name.value === (known?.name ?? '') || askDiscard(),
    body: [form, element('p', { class: 'dialog-text', text: t('setHint') })],
    foot: known
      ? [
          element('button', {
            type: 'button',
            class: 'danger',
            text: t('deleteSet'),
            onclick: () => put(replaced(null)),
          }),
          ...exportLink(agenda, known),
          element('button', {
            type: 'button',
            class: 'quiet',
            text: t('renewSet'),
            onclick: update,
          }),
        ]
      : [],
  });
  name.focus();
}

/**
 * @param {Agenda} agenda
 * @param {CalendarSet} set Some of its calendars may have been deleted since.
 */
function exportLink(agenda, { name, calendars }) {
  const known = calendars.filter((id) => agenda.calendars.has(id));
  if (known.length === 0) return [];
  return [
    element('a', {
      class: 'quiet',
      href: exportSomePath(known, name),
      download: `${name}.ics`,
      text: t('exportFile'),
    }),
  ];
}
