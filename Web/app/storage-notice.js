import { readStorage } from '../api/storage.js';
import { fullness, nearlyFull } from '../components/storage-use.js';
import { hear, tell } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { openSettings } from '../views/settings/settings-dialog.js';

/** Under this name the session keeps that it was said; for a group, its ID follows. */
const said = 'storage-said';
/** New events after which it's looked at again. */
const eventsBetween = 25;

/**
 * Says once in a session that the calendars are nearly full: the account's, or that of a group to
 * who runs it.
 *
 * @param {EventModel} model @param {Notices} notices @param {AbortSignal} signal
 */
export function noticeStorage({ agenda, edits, settings }, notices, signal) {
  let made = 0;
  const own = { key: said, text: t('storageNearlyFull'), show: () => openSettings(settings) };
  const look = async () => {
    const run = [...agenda.people.groups.values()].filter(({ role }) => role !== 'member');
    // One at a time: a phone has room for one message.
    for (const holder of [own, ...run.map(ofGroup)])
      if (await saysIfFull(holder, notices, signal)) return;
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
  void look();
}

/** @param {Group} group @returns {Holder} */
const ofGroup = ({ id, name }) => ({
  group: id,
  key: `${said}-${id}`,
  text: t('groupStorageNearlyFull', { name }),
  show: () => tell(document, 'group-edit', { id }),
});

/**
 * @typedef {{ group?: string, key: string, text: string, show: () => void }} Holder Who holds
 *   events: the account, or a group. `show` opens the dialog that has the storage in it.
 */

/**
 * @param {Holder} holder @param {Notices} notices @param {AbortSignal} signal
 * @returns {Promise<boolean>} Whether there was something to say.
 */
async function saysIfFull({ group, key, text, show }, notices, signal) {
  if (signal.aborted || sessionStorage.getItem(key)) return false;
  // A failure isn't worth a message: the next look comes.
  const use = await readStorage(group).catch(() => null);
  if (!use || fullness(use) < nearlyFull || signal.aborted) return false;
  sessionStorage.setItem(key, '1');
  notices.remind(text, [{ label: t('showStorage'), run: () => showStorage(show) }]);
  return true;
}

/** @param {() => void} show */
function showStorage(show) {
  show();
  document.querySelector('.storage-use')?.scrollIntoView({ block: 'center' });
}
