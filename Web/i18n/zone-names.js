import { timeText } from './format.js';
import { t } from './strings.js';

/** @param {string} name "America/New_York" @returns {string} "New York" */
export function cityOf(name) {
  return (name.split('/').at(-1) ?? name).replaceAll('_', ' ');
}

/**
 * @param {string} name
 * @returns {{ long: string, offset: string }} Its current name and its offset from UTC; empty if unknown.
 */
export function offsetOf(name) {
  try {
    const part = (/** @type {'long' | 'shortOffset'} */ timeZoneName) =>
      new Intl.DateTimeFormat(document.documentElement.lang, { timeZone: name, timeZoneName })
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [long, offset] = [part('long'), part('shortOffset')];
    return { long: long === offset ? '' : long, offset };
  } catch {
    return { long: '', offset: '' };
  }
}

/** @param {string} date @param {string} name @returns {string} On that day: "CET", or "GMT+9". */
export function zoneShortName(date, name) {
  return (
    new Intl.DateTimeFormat(document.documentElement.lang, {
      timeZone: name,
      timeZoneName: 'short',
    })
      .formatToParts(new Date(`${date}T12:00:00Z`))
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  );
}

/**
 * @param {OwnZone & { start: string }} event
 * @returns {string} Its start by the clock of its own zone, "18:00 in Tokyo"; empty if the user's clock shows the
 *   same.
 */
export function ownTimeText({ zone, zoneStart, start }) {
  if (!zone || zone === 'UTC' || zoneStart === start) return '';
  return t('timeInCity', { time: timeText(zoneStart), city: cityOf(zone) });
}

/**
 * @param {string} zone @param {Pick<Times, 'start' | 'end'>} there The times in that zone.
 * @param {Pick<Times, 'start' | 'end'>} here The same times by the user's clock.
 * @returns {boolean} Whether naming the zone is useful: a name that isn't a place's, such as
 *   Windows' "W. Europe Standard Time", isn't beside equal times.
 */
export function saysMore(zone, there, here) {
  return zone.includes('/') || there.start !== here.start || there.end !== here.end;
}
