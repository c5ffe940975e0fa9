import { readStorage } from '../api/storage.js';
import { fullness, nearlyFull } from '../components/storage-use.js';
import { hear } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { openSettings } from '../views/settings/settings-dialog.js';

/** Under this name the session keeps that it was said. */
const said = 'storage-said';
/** New events after which it's looked at again. */
const eventsBetween = 25;

/**
 * Says once in a session that the calendars are nearly full.
 *
 * @param {EventModel} model @param {Notices} notices @param {AbortSignal} signal
 */
export function noticeStorage({ edits, settings }, notices, signal) {
  let made = 0;
  const look = async () => {
    if (signal.aborted || sessionStorage.getItem(said)) return;
    // A failure isn't worth a message: the next look comes.
    const use = await readStorage().catch(() => null);
    if (!use || fullness(use) < nearlyFull || signal.aborted) return;
    sessionStorage.setItem(said, '1');
    notices.remind(t('storageNearlyFull'), [
      { label: t('showStorage'), run: () => showStorage(settings) },
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
  void look();
}

/** @param {Settings} settings */
function showStorage(settings) {
  openSettings(settings);
  document.querySelector('.storage-use')?.scrollIntoView({ block: 'center' });
}
