import { DateField } from '../../components/form/date-field.js';
import { field } from '../../components/form/field.js';
import { iconButton } from '../../components/icon-button.js';
import { askZone } from '../../components/zone-dialog.js';
import { element } from '../../dom/element.js';
import { daysText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { cityOf } from '../../i18n/zone-names.js';
import { ViewerZone } from '../../state/viewer-zone.js';
import { clock } from '../../time/clock.js';

/**
 * The user's stays elsewhere: a list, and a line to add another.
 *
 * @param {Settings} settings @returns {HTMLElement[]}
 */
export function travelPart(settings) {
  const viewer = new ViewerZone(settings);
  const place = element('button', {
    type: 'button',
    class: 'quiet',
    'aria-haspopup': 'dialog',
    onclick: () => askZone([], (zone) => choose(zone)),
  });
  const today = clock.today();
  const first = new DateField({ label: t('stayFirst'), value: today });
  const last = new DateField({ label: t('stayLast'), value: today, min: today });
  const add = element('button', { type: 'button', class: 'quiet', text: t('addStay') });
  const list = stayList(settings, viewer, () => place.focus());
  let chosen = '';

  const check = () => {
    add.disabled = chosen === '' || !first.value || !last.value || last.value < first.value;
  };
  const choose = (/** @type {string} */ zone) => {
    chosen = zone;
    place.textContent = zone ? cityOf(zone) : t('chooseCity');
    check();
    place.focus();
  };
  first.addEventListener('change', () => {
    last.min = first.value;
    if (first.value && last.value < first.value) last.value = first.value;
    check();
  });
  last.addEventListener('change', check);
  add.addEventListener('click', () => {
    viewer.addStay({ zone: chosen, first: first.value, last: last.value });
    list.show();
    choose('');
  });
  choose('');
  return [
    element('p', { class: 'hint', text: t('travelHint') }),
    list.element,
    field(t('travelIn'), place),
    field(t('stayDays'), element('div', { class: 'moment' }, first, last)),
    element('div', { class: 'form-links' }, add),
  ];
}

/**
 * @param {Settings} settings @param {ViewerZone} viewer
 * @param {() => void} removed Called when a stay was removed, together with the focused button.
 */
function stayList(settings, viewer, removed) {
  const list = element('ul', { class: 'stays' });
  const show = () => {
    list.replaceChildren(
      ...viewer.stays.map((stay) => {
        const days = daysText(stay.first, stay.last, clock.today());
        const words = t('stay', { city: cityOf(stay.zone), days });
        const remove = () => {
          const isOther = (/** @type {unknown} */ other) =>
            JSON.stringify(other) !== JSON.stringify(stay);
          settings.change({ stays: viewer.stays.filter(isOther) });
          show();
          removed();
        };
        return element(
          'li',
          {},
          element('span', { text: words }),
          iconButton('close', t('removeStay', { stay: words }), remove),
        );
      }),
    );
    list.hidden = viewer.stays.length === 0;
  };
  show();
  return { element: list, show };
}
