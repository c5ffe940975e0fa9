import { deviceStorage, keepIn, readFrom } from '../dom/device-storage.js';
import { hear } from '../dom/element.js';
import { dateText, timeText } from '../i18n/format.js';
import { t } from '../i18n/strings.js';
import { wallMinutes } from '../time/civil-date.js';
import { clock } from '../time/clock.js';
import { everyMinute } from '../time/minute-clock.js';

/** Under this name the device keeps when the page last had everything that the server has. */
const storageKey = 'meantime.updated';
/** A younger picture is as good as new. */
const oldMinutes = 5;

/**
 * Has the banner say how old the shown events are while the server can't be heard, also if the page was
 * opened with the device's copy.
 *
 * @param {Pick<Agenda, 'outage' | 'live'> & EventTarget} agenda
 * @param {HTMLElement | null} banner Shows its attribute beside its own text, which isn't said again.
 * @param {AbortSignal} signal
 */
export function showAge(agenda, banner, signal) {
  const look = () => {
    const now = `${clock.today()}T${clock.time()}`;
    const isNew = agenda.live && !agenda.outage;
    if (isNew) keepIn(deviceStorage(), storageKey, now);
    if (banner)
      banner.dataset['age'] = isNew ? '' : ageText(readFrom(deviceStorage(), storageKey), now);
  };
  hear(agenda, 'status', look, signal);
  everyMinute(look, signal);
  signal.addEventListener('abort', () => keepIn(deviceStorage(), storageKey, ''));
  look();
}

/**
 * @param {string | null} updated Local times, as "2026-03-11T09:05". @param {string} now
 * @returns {string} Empty if it isn't known, or a moment ago.
 */
export function ageText(updated, now) {
  if (!updated || wallMinutes(now) - wallMinutes(updated) < oldMinutes) return '';
  const isToday = updated.slice(0, 10) === now.slice(0, 10);
  const isThisYear = updated.slice(0, 4) === now.slice(0, 4);
  const date = dateText(updated, isThisYear ? 'short' : 'shortWeekdayYear');
  const time = timeText(updated);
  return t('lastUpdated', { time: isToday ? time : `${date}, ${time}` });
}
