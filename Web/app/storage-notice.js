import { HTTPError } from '../api/http.js';
import { readStorage } from '../api/storage.js';
import { remind } from '../components/reminder-toast.js';
import { fullness, isFull, storageWarning } from '../components/storage-use.js';
import { deviceStorage, keepIn, readFrom, tabStorage } from '../dom/device-storage.js';
import { hear, tell } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { can } from '../state/people.js';
import { openSettings } from '../views/settings/settings-dialog.js';

/** The name under which the session keeps what was said; for a group, its ID follows. */
const said = 'storage-said';
/** Under this name the device keeps for whom, and on which day, everything had room. */
const roomName = 'meantime.storage-room';
/** The number of new events after which the storage is checked again. */
const eventsBetween = 25;

/**
 * Says once in a session that the calendars are nearly full, and once that they're full. That
 * includes the account's calendars and those of the groups that the user runs. While there's room, looks once a
 * day, and after some events.
 *
 * @param {EventModel} model @param {Notices} notices @param {AbortSignal} signal
 */
export function noticeStorage(model, notices, signal) {
  const { agenda, edits } = model;
  const today = () => `${agenda.people.me} ${agenda.today}`;
  let made = 0;
  /** @type {HTMLElement | null} */
  let message = null;
  const own = { key: said, show: () => openSettings(model, 'storage') };
  const look = async () => {
    const run = [...agenda.people.groups.values()].filter((group) => can(group, 'edit'));
    const found = await Promise.all([own, ...run.map(ofGroup)].map(withWarning));
    if (found.every((warned) => warned === null)) keepIn(deviceStorage(), roomName, today());
    const unsaid = found.filter(isUnsaid).sort((one, other) => other.fullness - one.fullness);
    // Show one at a time: a phone has room for one message.
    const [fullest] = unsaid;
    if (!fullest || signal.aborted) return;
    keepIn(tabStorage(), fullest.key, fullest.degree);
    message?.remove();
    message = remind(notices, fullest.warning, [
      { label: t('showStorage'), run: () => showStorage(fullest.show) },
    ]);
  };
  hear(
    edits,
    'created',
    () => {
      made += 1;
      if (made % eventsBetween === 0) void look();
    },
    signal,
  );
  hear(
    edits,
    'refused',
    ({ error }) => {
      // The refusal says more than the warning that there was little room.
      if (error instanceof HTTPError && error.code === 'storage-full') message?.remove();
    },
    signal,
  );
  if (readFrom(deviceStorage(), roomName) !== today()) void look();
}

/** @param {Group} group @returns {Holder} */
const ofGroup = ({ id, name }) => ({
  group: id,
  name,
  key: `${said}-${id}`,
  show: () => tell(document, 'group-edit', { id }),
});

/**
 * @typedef {{ group?: string, name?: string, key: string, show: () => void }} Holder A holder of
 *   events: the account, or a group. `show` opens the dialog with its storage.
 * @typedef {Holder & { warning: string, degree: 'nearly' | 'full', fullness: number }} Warned
 */

/** @param {Holder} holder @returns {Promise<Warned | null | undefined>} Null if there's room, undefined if that isn't known. */
async function withWarning(holder) {
  // A failure isn't worth a message: the storage is checked again later.
  const use = await readStorage(holder.group).catch(() => {});
  if (!use) return undefined;
  const warning = storageWarning(use, holder.name);
  if (!warning) return null;
  return { ...holder, warning, degree: isFull(use) ? 'full' : 'nearly', fullness: fullness(use) };
}

/** @param {Warned | null | undefined} warned @returns {warned is Warned} */
function isUnsaid(warned) {
  const before = warned && readFrom(tabStorage(), warned.key);
  return !!warned && before !== 'full' && before !== warned.degree;
}

/** @param {() => void} show */
function showStorage(show) {
  show();
  document.querySelector('.storage-use')?.scrollIntoView({ block: 'center' });
}
