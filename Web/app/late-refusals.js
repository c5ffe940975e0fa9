import { fetchEvent } from '../api/events.js';
import { HTTPError } from '../api/http.js';
import { hear } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { clock } from '../time/clock.js';
import { isRefusedDeletion, refusalText, subjectOf } from '../views/event/refusal-text.js';

/** @typedef {import('../state/edit-log.js').Refusal} Refusal */

/**
 * Says which changes and answers were refused that had waited, until the user has seen it. What wasn't deleted because
 * it was changed can be deleted anyway.
 *
 * @param {Pick<EventModel, 'agenda' | 'edits'>} model @param {Notices} notices @param {AbortSignal} signal
 */
export function sayLateRefusals({ agenda, edits }, notices, signal) {
  /** @type {Map<string, { refusals: [Refusal, ...Refusal[]], message: HTMLElement }>} By what they're about. */
  const told = new Map();
  hear(
    edits,
    'refused',
    ({ refusal }) => {
      if (!refusal) return;
      const run = () =>
        void deleteAnyway(edits, refusal).catch((error) => notices.refused({ error }));
      const action = isRefusedDeletion(refusal) ? { label: t('deleteAnyway'), run } : null;
      const subject = subjectOf(refusal);
      const before = told.get(subject);
      before?.message.remove();
      /** @type {[Refusal, ...Refusal[]]} */
      const refusals = before ? [...before.refusals, refusal] : [refusal];
      const message = notices.show(refusalText(refusals, agenda), action, 'problem kept');
      told.set(subject, { refusals, message });
      const dismiss = () => {
        told.delete(subject);
        for (const each of refusals) edits.dismissRefusal(each);
      };
      message.addEventListener('dismissed', dismiss, { once: true });
    },
    signal,
  );
  hear(
    edits,
    'not-used',
    ({ client, place, title, why: code, calendar, href }) => {
      /** @type {Refusal} */
      const refusal = {
        client,
        place,
        title,
        code,
        detail: '',
        kind: 'change',
        events: [{ calendar, href }],
      };
      notices.show(refusalText([refusal], agenda), null, 'problem kept');
    },
    signal,
  );
}

/**
 * Deletes what the events of a refused deletion are by now.
 *
 * @param {Pick<EditQueue, 'putBack' | 'dismissRefusal'>} edits
 * @param {Refusal} refusal
 * @param {typeof fetchEvent} [fetch] Replaced only in tests.
 */
export async function deleteAnyway(edits, { client, place, title, events }, fetch = fetchEvent) {
  const changes = await Promise.all(
    events.map(async ({ calendar, href }) => {
      const { etag, ical } = await fetch(calendar, href).catch((error) => {
        // The user wanted to delete it, not to see it.
        if (error instanceof HTTPError) error.isReading = false;
        throw error;
      });
      return { calendar, href, baseEtag: etag, base: ical };
    }),
  );
  edits.putBack({
    client,
    place,
    made: String(clock.nowSeconds()),
    title,
    isQuiet: false,
    isUndoing: false,
    sentClient: '',
    sentNumber: 0,
    steps: [],
    changes,
  });
  edits.dismissRefusal({ client, place });
}
