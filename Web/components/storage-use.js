import { element } from '../dom/element.js';
import { numberText } from '../i18n/format.js';
import { unitText } from '../i18n/length-text.js';

import { t } from '../i18n/strings.js';

const units = /** @type {const} */ (['kilobyte', 'megabyte', 'gigabyte']);

/**
 * @param {number} bytes
 * @returns {string} "14 MB": with a decimal only below ten, and never in bytes.
 */
export function sizeText(bytes) {
  const kilobytes = bytes / 1024;
  const power = Math.min(Math.max(Math.floor(Math.log2(kilobytes || 1) / 10), 0), 2);
  const value = kilobytes / 1024 ** power;
  const shown = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return unitText(shown, units[power] ?? 'gigabyte', 'short');
}

/** @param {StorageUse} use @returns {number} How full it is, from 0 to 1 or a little more. */
export const fullness = ({ events, eventsMax, bytes, bytesMax }) =>
  Math.max(events / eventsMax, bytes / bytesMax);

/** The fullness from which the page warns that there isn't much room left. */
const nearlyFull = 0.9;
/** The approximate size of an event without notes. */
const smallEventBytes = 512;

/** @param {StorageUse} use @returns {boolean} Whether there's no room for another event. */
export const isFull = ({ events, eventsMax, bytes, bytesMax }) =>
  events >= eventsMax || bytesMax - bytes < smallEventBytes;

/**
 * @param {StorageUse} use
 * @param {string} [group] The name of the group, if it's the group's calendar.
 * @returns {string} A sentence for calendars that are full or nearly so; nothing for others.
 */
export function storageWarning(use, group) {
  if (isFull(use)) return group ? t('groupStorageIsFull', { name: group }) : t('storageIsFull');
  if (fullness(use) < nearlyFull) return '';
  return group ? t('groupStorageNearlyFull', { name: group }) : t('storageNearlyFull');
}

/**
 * Makes a line warn that the calendars are full or nearly so, or hides it.
 *
 * @param {HTMLElement} line @param {StorageUse | null | undefined} use Null or undefined if it
 *   isn't known.
 * @param {string} [group] The name of the group, if it's the group's calendar.
 */
export function warn(line, use, group) {
  line.textContent = use ? storageWarning(use, group) : '';
  line.hidden = line.textContent === '';
  line.classList.toggle('full', use ? isFull(use) : false);
}

/**
 * A bar that shows how much calendars hold and may hold, and what to do when they're nearly full.
 * It fills itself once the answer is there.
 *
 * @param {Promise<StorageUse>} reading
 * @param {(error: unknown) => string} explain
 * @param {string} [group] The name of the group, if it's the group's calendar.
 */
export function storageUse(reading, explain, group) {
  const filled = element('span', {});
  const bar = element(
    'div',
    { class: 'storage-bar', role: 'meter', 'aria-label': t('storage') },
    filled,
  );
  const text = element('p', { class: 'hint', text: t('storageReading') });
  const warning = element('p', { class: 'hint storage-note', hidden: true });
  reading.then(
    (use) => {
      const percent = Math.min(Math.round(fullness(use) * 100), 100);
      filled.style.inlineSize = `${percent}%`;
      bar.ariaValueNow = String(percent);
      bar.classList.toggle('near-full', fullness(use) >= nearlyFull);
      text.textContent = t('storageUsed', {
        events: numberText(use.events),
        eventsMax: numberText(use.eventsMax),
        size: sizeText(use.bytes),
        sizeMax: sizeText(use.bytesMax),
      });
      bar.ariaValueText = text.textContent;
      warn(warning, use, group);
    },
    (error) => {
      bar.remove();
      text.textContent = explain(error);
    },
  );
  return element('div', { class: 'storage-use' }, bar, text, warning);
}
