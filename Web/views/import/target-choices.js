import { t } from '../../i18n/strings.js';
import { isElsewhere } from '../../state/people.js';

/**
 * @param {Calendar[]} calendars
 * @returns {Choice[]} The options for where imported events go.
 */
export const targetChoices = (calendars) =>
  calendars.map((calendar) => [
    calendar.id,
    isElsewhere(calendar) ? t('nameElsewhere', { name: calendar.name }) : calendar.name,
    calendar.color,
  ]);
