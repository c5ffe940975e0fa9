import { element } from '../../dom/element.js';
import { ownerOf } from '../../i18n/calendar-owners.js';
import { timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { timeAt } from '../../layout/hour-strip.js';

/** A shorter strip has no room for a letter. */
const letterMinutes = 45;

/**
 * @param {BusyStrip} strip @param {number} day
 * @returns {HTMLElement} A strip at the edge of a day, with the first letter of the person's name,
 *   in a time in which somebody else is busy.
 */
export function stripItem({ calendar, color, from, to, lane }, day) {
  const { name = '', initials = '' } = ownerOf(calendar) ?? {};
  const [start, end] = [timeText(timeAt(day, from)), timeText(timeAt(day, to))];
  const busy = t('saysWho', { name, title: t('busy') });
  const text = `${busy}, ${t('fromTo', { start, end })}`;
  const letter = to - from < letterMinutes ? '' : ([...initials][0] ?? '');
  const item = element(
    'li',
    { class: 'busy-strip', 'data-color': color, title: text },
    element('span', { 'aria-hidden': 'true', text: letter }),
    element('span', { class: 'unseen', text }),
  );
  for (const [key, value] of Object.entries({ from, to, lane }))
    item.style.setProperty(`--${key}`, String(value));
  return item;
}
