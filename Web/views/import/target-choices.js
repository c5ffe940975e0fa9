import { t } from '../../i18n/strings.js';
import { isElsewhere } from '../../state/people.js';

/**
 * @param {Calendar[]} calendars
 * @returns {[string, string][]} What to choose from, where imported events may go.
 */
export const targetChoices = (calendars) =>
  calendars.map((calendar) => [
    calendar.id,
    isElsewhere(calendar) ? t('nameElsewhere', { name: calendar.name }) : calendar.name,
  ]);
