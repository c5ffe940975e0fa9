import { HTTPError } from '../api/http.js';
import { changeAccount } from '../api/own-account.js';

/** @typedef {Pick<Member, 'from' | 'to' | 'weekHours'>} Hours In minutes of the day. */

/**
 * Sends the user's zone and working hours to the server: fellow members need them to find a time.
 * The zone is sent once per page, or two windows in different zones would overwrite each other for
 * ever.
 *
 * @param {Pick<EventModel, 'agenda' | 'settings' | 'zone'>} model @param {AbortSignal} signal
 * @param {(change: { zone?: string } & Partial<Hours>) => Promise<unknown>} [send]
 */
export function sendWorkingHours({ agenda, settings, zone }, signal, send = changeAccount) {
  let isZoneSent = false;
  let talk = Promise.resolve();
  const update = async (/** @type {Partial<Hours>} */ hours) => {
    const { people } = agenda;
    const me = people.list[0]?.members.find(({ id }) => id === people.me);
    // Outside of groups nobody needs them. Joining one fires `calendars`.
    if (!me) return;
    const change = isZoneSent || me.zone === zone.home ? {} : { zone: zone.home };
    isZoneSent = true;
    const { from = me.from, to = me.to, weekHours = me.weekHours } = hours;
    if (from !== me.from || to !== me.to) Object.assign(change, { from, to });
    if (JSON.stringify(weekHours) !== JSON.stringify(me.weekHours))
      Object.assign(change, { weekHours });
    if (Object.keys(change).length === 0) return;
    await send(change).catch((error) => {
      // The next page to be opened sends them again.
      if (!(error instanceof HTTPError)) throw error;
    });
  };
  // One after the other, so that the last choice is the one that stays.
  const updateLater = (/** @type {Partial<EventModel['settings']['values']>} */ named) => {
    const hours = chosenHours(settings, named);
    talk = talk.then(() => update(hours));
  };
  agenda.addEventListener(
    'calendars',
    () => {
      if (!isZoneSent) updateLater(settings.chosen);
    },
    { signal },
  );
  settings.addEventListener(
    'change',
    (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      if ('workHours' in detail || 'weekdayHours' in detail) updateLater(detail);
    },
    { signal },
  );
  updateLater(settings.chosen);
}

/**
 * @param {EventModel['settings']} settings
 * @param {Partial<EventModel['settings']['values']>} named Settings that were chosen; the others are left as the server
 *   knows them.
 * @returns {Partial<Hours>}
 */
function chosenHours(settings, { workHours, weekdayHours }) {
  const { values } = settings;
  const [from, to] = inMinutes(values.workHours);
  const differ = Object.keys(values.weekdayHours).length > 0;
  const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => settings.hoursOn(weekday));
  return {
    ...(workHours && { from, to }),
    ...((weekdayHours || differ) && {
      weekHours: differ ? week.map((hours) => hours && inMinutes(hours)) : [],
    }),
  };
}

/** @param {[number, number]} hours @returns {[number, number]} */
const inMinutes = ([from, to]) => [from * 60, to * 60];
