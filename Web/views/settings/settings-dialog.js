import { field, select, toggle } from '../../components/field.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../lib/dom.js';
import { weekdayText } from '../../lib/format.js';
import { weekSettings } from '../../lib/locale.js';
import { t } from '../../lib/strings.js';

/** @param {Settings} settings Every choice is in force at once. */
export function openSettings(settings) {
  const { values } = settings;
  const usual = weekdayText(weekSettings(settings.locale).firstWeekday, 'weekdayLong');
  const first = select([['0', t('fromLocale', { value: usual })], ...[1, 2, 3, 4, 5, 6, 7].map((day) =>
    /** @type {[string, string]} */ ([String(day), weekdayText(day, 'weekdayLong')]))], String(values.firstWeekday),
  { onchange: () => settings.change({ firstWeekday: Number(first.value) }) });
  const theme = select([['system', t('system')], ['light', t('light')], ['dark', t('dark')]], values.theme,
    { onchange: () => settings.change({ theme: /** @type {'system'} */ (theme.value) }) });
  openDialog({
    title: t('settings'),
    body: [element('form', { class: 'event-form' },
      field(t('appearance'), theme),
      field(t('firstWeekday'), first),
      toggle(t('weekNumbers'), values.weekNumbers, (weekNumbers) => settings.change({ weekNumbers })),
      toggle(t('weekendTint'), values.weekendTint, (weekendTint) => settings.change({ weekendTint })),
      toggle(t('hideWeekends'), values.hideWeekends, (hideWeekends) => settings.change({ hideWeekends })))],
  });
}
