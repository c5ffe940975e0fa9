import { t } from '../../i18n/strings.js';

/**
 * @param {ListedCalendar[]} calendars
 * @returns {Choice[]} The options for where imported events go.
 */
export const targetChoices = (calendars) =>
  calendars.map((calendar) => [
    calendar.id,
    calendar.isElsewhere ? t('nameElsewhere', { name: calendar.name }) : calendar.name,
    calendar.color,
  ]);
