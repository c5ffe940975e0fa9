import { select } from '../../components/field.js';
import { element } from '../../lib/dom.js';
import { t } from '../../lib/strings.js';
import { changeShares } from '../../state/group-changes.js';

/**
 * What of one's own a group sees: of each calendar, and of those that one makes later.
 *
 * @param {Group} group @param {Calendar[]} calendars One's own. @param {import('./member-rows.js').Run} run
 * @returns {HTMLElement[]}
 */
export function shareRows({ id, defaultLevel, shares }, calendars, run) {
  const choice = (/** @type {string} */ label, /** @type {ShareLevel} */ level, /** @type {string} */ mark, /** @type {(level: ShareLevel) => Parameters<typeof changeShares>[1]} */ change) => {
    const control = select([['full', t('shareFull')], ['busy', t('shareBusy')], ['hidden', t('shareHidden')]], level, {
      'aria-label': label, 'data-for': mark, onchange: () => void run(() => changeShares(id, change(/** @type {ShareLevel} */ (control.value)))),
    });
    return control;
  };
  return [
    element('p', { class: 'hint', text: t('shareHint') }),
    element('ul', { class: 'shares' },
      ...calendars.map(({ id: calendar, name, color }) => element('li', { 'data-color': color },
        element('span', { class: 'share-name', dir: 'auto', text: name }),
        choice(name, shares[calendar] ?? defaultLevel, calendar, (level) => ({ calendars: { [calendar]: level } })))),
      element('li', { class: 'share-rest' }, element('span', { class: 'share-name', text: t('shareOthers') }),
        choice(t('shareOthers'), defaultLevel, 'default', (level) => ({ default: level })))),
  ];
}
