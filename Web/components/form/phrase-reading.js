import { fieldSettings } from './field-settings.js';

/**
 * Reads a phrase as quick add does, so that fields and quick add understand the same words. A
 * phrase that quick add would read as more than a date or a time isn't one.
 *
 * @param {string} text @param {'date' | 'time'} wanted
 * @returns {{ date: string, time: string }} Both empty if it isn't one.
 */
export function readPhrase(text, wanted) {
  for (const phrase of [text, `${fieldSettings.lead(wanted)} ${text}`]) {
    const said = fieldSettings.read(phrase);
    if (!said || said.title.trim() || said.location || said.repeat) continue;
    const time = said.allDay ? '' : said.start.slice(11, 16);
    if (wanted === 'date' ? said.hasDate : time !== '')
      return { date: said.start.slice(0, 10), time };
  }
  return { date: '', time: '' };
}
