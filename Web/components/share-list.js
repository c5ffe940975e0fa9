import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { choiceField } from './form/choice-field.js';

/**
 * The levels for a group's calendar: its events aren't the user's to show in full, only the user's
 * times in it.
 */
const levelsOfGroup = /** @type {ShareLevel[]} */ (['busy', 'hidden']);
const levels = /** @type {ShareLevel[]} */ (['full', ...levelsOfGroup]);

/**
 * @param {Calendar} calendar @returns {string} Its name in the list; for a group's calendar it says
 *   that only times are shown.
 */
const labelOf = ({ level, name }) => (level === 'group' ? t('shareOfGroup', { name }) : name);

/**
 * @param {string} label
 * @param {ShareLevel} level
 * @param {Calendar | null} calendar The user's own, another group's, or null for all later ones.
 * @param {(level: ShareLevel) => void} [changed] @returns {ChoiceField}
 */
export function shareChoice(label, level, calendar, changed) {
  const words = { full: t('shareFull'), busy: t('shareBusy'), hidden: t('shareHidden') };
  const offered = calendar?.level === 'group' ? levelsOfGroup : levels;
  const control = choiceField(
    offered.map((each) => [each, words[each]]),
    offered.includes(level) ? level : 'busy',
    {
      'aria-label': label,
      'data-for': calendar?.id ?? 'default',
      onchange: () => changed?.(/** @type {ShareLevel} */ (control.value)),
    },
  );
  return control;
}

/**
 * @template {Calendar} C
 * @param {C[]} calendars
 * @param {(label: string, calendar: C | null) => ChoiceField} choice
 * @returns {HTMLElement[]} What the group sees of the user: each calendar, their times in other
 *   groups, and calendars that are added later.
 */
export function shareList(calendars, choice) {
  const name = (/** @type {string} */ text) =>
    element('span', { class: 'share-name', dir: 'auto', text });
  return [
    element('p', {
      class: 'hint',
      text: calendars.some(({ level }) => level === 'group')
        ? `${t('shareHint')} ${t('shareOfGroupHint')}`
        : t('shareHint'),
    }),
    element(
      'ul',
      { class: 'shares' },
      ...calendars.map((calendar) =>
        element(
          'li',
          { 'data-color': calendar.color },
          name(labelOf(calendar)),
          choice(labelOf(calendar), calendar),
        ),
      ),
      element(
        'li',
        { class: 'share-rest' },
        name(t('shareOthers')),
        choice(t('shareOthers'), null),
      ),
    ),
  ];
}
