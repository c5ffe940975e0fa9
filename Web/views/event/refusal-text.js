import { HTTPError } from '../../api/http.js';
import { t } from '../../i18n/strings.js';
import { titleWords } from '../../i18n/visible-text.js';
import { explainOf } from '../../state/error-messages.js';

/** The codes for an answer that came too late, because its proposal is over. */
const overCodes = ['not-found', 'decided', 'proposal-decided'];

/**
 * What to say of a change or an answer that waited and was refused.
 *
 * @param {import('../../state/edit-log.js').Refusal} refusal
 * @param {Pick<Agenda, 'calendars'>} agenda
 * @returns {string} "“Choir” wasn’t deleted, because it was changed elsewhere."
 */
export function refusalText(refusal, { calendars }) {
  const { code, detail, kind, events } = refusal;
  const title = titleWords(refusal.title);
  if (events.some(({ calendar }) => !calendars.has(calendar))) return t('calendarLeft', { title });
  if (kind === 'answer' && overCodes.includes(code)) return t('answerNotNeeded', { title });
  if (isRefusedDeletion(refusal)) return t('notDeleted', { title });
  return explainOf(title, new HTTPError(/** @type {Failure} */ (code), detail));
}

/**
 * @param {import('../../state/edit-log.js').Refusal} refusal
 * @returns {boolean} Whether something wasn't deleted because it was changed.
 */
export const isRefusedDeletion = ({ kind, code }) =>
  kind === 'deletion' && code === 'changed-elsewhere';
