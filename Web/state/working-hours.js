import { HTTPError } from '../api/http.js';
import { changeAccount } from '../api/own-account.js';

/**
 * Sends the user's zone and working hours to the server: fellow members need them to find a time.
 * The zone is sent once per page, or two windows in different zones would overwrite each other for
 * ever.
 *
 * @param {Pick<EventModel, 'agenda' | 'settings' | 'zone'>} model @param {AbortSignal} signal
 * @param {(change: { zone?: string, from?: number, to?: number }) => Promise<unknown>} [send]
 */
export function sendWorkingHours({ agenda, settings, zone }, signal, send = changeAccount) {
  let isZoneSent = false;
  let talk = Promise.resolve();
  const update = async (/** @type {[number, number] | undefined} */ hours) => {
    const { people } = agenda;
    const me = people.list[0]?.members.find(({ id }) => id === people.me);
    // Outside of groups nobody needs them. Joining one fires `calendars`.
    if (!me) return;
    const change = isZoneSent || me.zone === zone.home ? {} : { zone: zone.home };
    isZoneSent = true;
    const [from, to] = hours ? [hours[0] * 60, hours[1] * 60] : [me.from, me.to];
    if (from !== me.from || to !== me.to) Object.assign(change, { from, to });
    if (Object.keys(change).length === 0) return;
    await send(change).catch((error) => {
      // The next page to be opened sends them again.
      if (!(error instanceof HTTPError)) throw error;
    });
  };
  // One after the other, so that the last choice is the one that stays.
  const updateLater = (/** @type {[number, number] | undefined} */ hours) => {
    talk = talk.then(() => update(hours));
  };
  agenda.addEventListener(
    'calendars',
    () => {
      if (!isZoneSent) updateLater(settings.chosen.workHours);
    },
    { signal },
  );
  settings.addEventListener(
    'change',
    (event) => {
      if ('workHours' in /** @type {CustomEvent} */ (event).detail)
        updateLater(settings.values.workHours);
    },
    { signal },
  );
  updateLater(settings.chosen.workHours);
}
