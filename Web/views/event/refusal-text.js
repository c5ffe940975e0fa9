import { HTTPError } from '../../api/http.js';
import { t } from '../../i18n/strings.js';
import { titleWords } from '../../i18n/visible-text.js';
import { explainOf } from '../../state/error-messages.js';

/** @typedef {import('../../state/edit-log.js').Refusal} Refusal */

/** The codes for an answer to a proposal that has become an event. */
const decidedCodes = ['decided', 'proposal-decided'];

/**
 * What to say of a change that waited and was refused, or of answers to one proposal.
 *
 * @param {[Refusal, ...Refusal[]]} refusals Several only if they have the same subject.
 * @param {Pick<Agenda, 'calendars'>} agenda
 * @returns {string} "“Choir” wasn’t deleted, because it was changed elsewhere."
 */
export function refusalText(refusals, { calendars }) {
  const [refusal] = refusals;
  const { code, detail, kind, events } = refusal;
  const title = titleWords(refusal.title);
  const isGone = events.some(({ calendar }) => !calendars.has(calendar));
  if (kind === 'answer') return withComments(answerText(refusals, title, isGone), refusals);
  if (kind === 'new' && (isGone || code === 'not-found')) return t('notAdded', { title });
  if (isGone) return t(kind === 'deletion' ? 'calendarLeftDeleting' : 'calendarLeft', { title });
  if (isRefusedDeletion(refusal)) return t('notDeleted', { title });
  return explainOf(title, new HTTPError(/** @type {Failure} */ (code), detail));
}

/** @param {[Refusal, ...Refusal[]]} refusals @param {string} title @param {boolean} isGone Whether the calendar is. */
function answerText(refusals, title, isGone) {
  const [{ code, detail }] = refusals;
  if (isGone) return t('answerGroupLeft', { title });
  if (refusals.some((each) => decidedCodes.includes(each.code)))
    return t('answerDecided', { title });
  if (code === 'not-found') return t('answerNotNeeded', { title, n: refusals.length });
  return explainOf(title, new HTTPError(/** @type {Failure} */ (code), detail));
}

/** @param {string} text @param {Refusal[]} refusals @returns {string} With what was typed, which isn't anywhere else. */
function withComments(text, refusals) {
  const comments = new Set(refusals.map(({ comment }) => comment?.trim()));
  let said = text;
  for (const comment of comments) if (comment) said = t('refusedComment', { text: said, comment });
  return said;
}

/**
 * @param {Refusal} refusal
 * @returns {string} What it's about: of answers to one proposal, only one message is shown.
 */
export const subjectOf = ({ kind, client, place, proposal }) =>
  kind === 'answer' && proposal ? proposal : `${client} ${place}`;

/**
 * @param {Refusal} refusal
 * @returns {boolean} Whether something wasn't deleted because it was changed.
 */
export const isRefusedDeletion = ({ kind, code }) =>
  kind === 'deletion' && code === 'changed-elsewhere';
