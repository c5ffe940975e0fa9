import { folded } from '../../i18n/text-matching.js';
import { cityOf } from '../../i18n/zone-names.js';

/** The words before the name of a city, in every language that quick add reads. */
const leads = new Set([
  'travel',
  'trip',
  'fly',
  'to',
  'in',
  'i',
  'am',
  'im',
  'be',
  'reise',
  'flug',
  'nach',
  'bin',
  'ich',
]);

/**
 * The stay that a line describes, such as "Tokyo 3 to 11 March": a city whose name is that of a
 * time zone, and days.
 *
 * @param {Pick<QuickLine, 'title' | 'location' | 'allDay' | 'hasDate' | 'repeat' | 'start' | 'end'>
 *   | null} read The line as quick add reads it.
 * @param {string[]} zones The names of all zones.
 * @returns {{ zone: string, first: string, last: string } | null}
 */
export function stayTyped(read, zones) {
  if (!read?.hasDate || !read.allDay || read.repeat) return null;
  const words = folded(`${read.title} ${read.location}`)
    .replaceAll(/['’]/g, '')
    .split(/\s+/)
    .filter(Boolean);
  while (words.length > 1 && leads.has(words[0] ?? '')) words.shift();
  const city = words.join(' ');
  const zone = zones.find((name) => folded(cityOf(name)) === city);
  return zone ? { zone, first: read.start.slice(0, 10), last: read.end.slice(0, 10) } : null;
}
