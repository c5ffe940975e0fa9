import { HTTPError } from '../api/http.js';
import { changeAccount } from '../api/own-account.js';

/**
 * Tells fellow members by which clock one lives, and when one works: what finding a time goes by.
 * The zone is told once,
 * as one comes: two windows in two zones would otherwise contradict each other for ever.
 *
 * @param {Pick<EventModel, 'agenda' | 'settings' | 'zone'>} model @param {AbortSignal} signal
 * @param {(change: { zone?: string, from?: number, to?: number }) => Promise<unknown>} [send]
 */
export function sendWorkingHours({ agenda, settings, zone }, signal, send = changeAccount) {
  let isZoneTold = false;
  let talk = Promise.resolve();
  const tell = async (/** @type {[number, number] | undefined} */ hours) => {
    const { people } = agenda;
    const me = people.list[0]?.members.find(({ id }) => id === people.me);
    // Who is in no group tells it when that changes.
    if (!me) return;
    const change = isZoneTold || me.zone === zone ? {} : { zone };
    isZoneTold = true;
    const [from, to] = hours ? [hours[0] * 60, hours[1] * 60] : [me.from, me.to];
    if (from !== me.from || to !== me.to) Object.assign(change, { from, to });
    if (Object.keys(change).length === 0) return;
    await send(change).catch((error) => {
      // The next page that is opened tells it again.
      if (!(error instanceof HTTPError)) throw error;
    });
  };
  // One after the other, so that what was chosen last is what stays.
  const later = (/** @type {[number, number] | undefined} */ hours) => {
    talk = talk.then(() => tell(hours));
  };
  agenda.addEventListener(
    'calendars',
    () => {
      if (!isZoneTold) later(settings.chosen.workHours);
    },
    { signal },
  );
  settings.addEventListener(
    'change',
    (event) => {
      if ('workHours' in /** @type {CustomEvent} */ (event).detail)
        later(settings.values.workHours);
    },
    { signal },
  );
  later(settings.chosen.workHours);
}
