import { field, select } from '../../components/field.js';
import { t } from '../../lib/strings.js';

/** @returns {[ShareLevel, string][]} */
const levels = () => [['full', t('shareFull')], ['busy', t('shareBusy')], ['hidden', t('shareHidden')]];

/**
 * What of one's calendars a group sees: one choice a calendar, and one for those that come later.
 *
 * @param {Calendar[]} calendars One's own. @param {{ defaultLevel: ShareLevel, shares: Record<string, ShareLevel> }} sharing
 * @param {() => void} [changed]
 */
export function sharingFields(calendars, { defaultLevel, shares }, changed) {
  const later = select(levels(), defaultLevel, { onchange: () => changed?.() });
  const choices = calendars.map(({ id, name }) => ({ id, name, box: select(levels(), shares[id] ?? defaultLevel, { onchange: () => changed?.() }) }));
  return {
    elements: [...choices.map(({ name, box }) => field(name, box)), field(t('shareLater'), later)],
    /** @returns {Sharing} */
    get sharing() {
      const calendarsByID = Object.fromEntries(choices.map(({ id, box }) => [id, /** @type {ShareLevel} */ (box.value)]));
      return { default: /** @type {ShareLevel} */ (later.value), calendars: calendarsByID };
    },
  };
}
