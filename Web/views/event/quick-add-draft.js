import { withTemplate } from '../../state/event-templates.js';
import { addDays, dayNumber, timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';
import { usualBusy } from './event-draft.js';

/** @param {string} time @param {number} days */
const moved = (time, days) =>
  time.length === 10 ? addDays(time, days) : timeOfWallMinutes(wallMinutes(time) + days * 1440);

/**
 * What the core reads in a line of text: the draft of a new event, and the marked parts of the
 * line.
 *
 * @param {Pick<Engine, 'quickAdd'> | null | undefined} engine Without one, the line is the title.
 * @param {string} line
 * @param {QuickReadingOptions} given
 * @returns {{ draft: Draft | null, marks: LineMark[] }} No draft if the core can't read the line.
 */
export function readQuickLine(engine, line, given) {
  const { taken, first, language } = given;
  if (!engine) return { draft: { ...given.base, title: line.trim() }, marks: [] };
  const named = takeNames(line, given.calendars ?? []);
  // If the core fails, the preview of the previous line mustn't stay, because it would be saved.
  try {
    const read = engine.quickAdd(named.rest, first, language);
    const marks = [...read.marks, ...named.marks].sort((a, b) => a.from - b.from);
    const title = read.title.trim();
    const more = taken ? title.slice(taken.title.length) : '';
    // Another title means another event, but more may be typed after the title of a template.
    if (!taken || !title.startsWith(taken.title) || /^\S/.test(more))
      return { draft: { ...draftOf(read, given), ...named.said }, marks };
    const draft = draftOf(read, given, taken.template);
    return { draft: { ...draft, title: taken.template.title + more, ...named.said }, marks };
  } catch (error) {
    console.warn(error);
    return { draft: null, marks: [] };
  }
}

/**
 * Removes what the core doesn't read: "/work" names a calendar, and an address is the event's link.
 * Blanks replace them, so that the core's marks fit the line.
 *
 * @param {string} line @param {Pick<Calendar, 'id' | 'name'>[]} calendars
 * @returns {{ rest: string, said: Partial<Pick<Draft, 'calendar' | 'url'>>, marks: LineMark[] }}
 */
function takeNames(line, calendars) {
  /** @type {LineMark[]} */
  const marks = [];
  /** @type {Partial<Pick<Draft, 'calendar' | 'url'>>} */
  const said = {};
  const rest = line.replace(/(?<=^|\s)(?:https?:\/\/\S+|\/\p{L}\S*)/giu, (word, from) => {
    const isLink = !word.startsWith('/');
    const value = isLink ? word : calendarNamed(word.slice(1), calendars);
    const name = isLink ? 'url' : 'calendar';
    if (!value || said[name]) return word;
    said[name] = value;
    marks.push({ from, to: from + word.length, kind: isLink ? 'link' : 'calendar' });
    return ' '.repeat(word.length);
  });
  return { rest, said, marks };
}

/**
 * @param {string} start @param {Pick<Calendar, 'id' | 'name'>[]} calendars
 * @returns {string} The first calendar whose name begins like this; empty if there is none.
 */
function calendarNamed(start, calendars) {
  const typed = start.toLocaleLowerCase();
  return calendars.find(({ name }) => name.toLocaleLowerCase().startsWith(typed))?.id ?? '';
}

/**
 * Takes over an earlier event: its title goes into the line, and its other fields fill in what the
 * line doesn't say.
 *
 * @param {Pick<Engine, 'quickAdd'> | null | undefined} engine
 * @param {string} line
 * @param {EventTemplate} template @param {QuickReadingOptions} given
 * @returns {{ line: string, taken: TakenTemplate }}
 */
export function takeTemplate(engine, line, template, given) {
  const plain = { ...given, taken: null };
  const { draft, marks } = readQuickLine(engine, line, plain);
  const named = `${[template.title, ...marks.map(({ from, to }) => line.slice(from, to))].join(' ')} `;
  // A title may have words that quick add reads as a day or a time; the line doesn't change then.
  if (readQuickLine(engine, named, plain).draft?.title === template.title)
    return { line: named, taken: { template, title: template.title } };
  return { line, taken: { template, title: draft?.title ?? '' } };
}

/**
 * @param {QuickLine} read @param {QuickReadingOptions} given @param {EventTemplate} [template]
 * @returns {Draft}
 */
function draftOf(read, given, template) {
  const base = template ? withTemplate(given.base, template) : given.base;
  const { allDay, start, end } = quickTimes(read, {
    allDay: base.allDay === '1',
    start: base.start,
    end: base.end,
    today: given.today,
  });
  const lacksLength = template && !template.allDay && !read.allDay && !read.hasLength;
  return {
    ...base,
    title: read.title.trim(),
    zone: read.zone || base.zone,
    location: read.location || base.location,
    repeat: read.repeat || base.repeat,
    allDay: allDay ? '1' : '0',
    // What was chosen stays.
    busy:
      template || base.busy !== usualBusy(base.allDay) ? base.busy : usualBusy(allDay ? '1' : '0'),
    start,
    end: lacksLength ? timeOfWallMinutes(wallMinutes(start) + template.minutes) : end,
    categories: read.categories.join('\n') || base.categories,
    reminders: read.reminder || (allDay ? '' : base.reminders),
  };
}

/**
 * The times that a line says. The rest comes from `base`: the day the user pointed at, with or
 * without times.
 *
 * @param {QuickLine} line @param {Times & { today: string }} base
 * @returns {Times}
 */
export function quickTimes(line, base) {
  const { allDay, start, end } = line;
  if (line.hasDate) return { allDay, start, end };
  // No day and no time in the line: `base` has both.
  if (allDay) return { allDay: base.allDay, start: base.start, end: base.end };
  // A time without a day: the core put it on today, but it belongs to the day pointed at.
  const days = dayNumber(base.start.slice(0, 10)) - dayNumber(base.today);
  return { allDay, start: moved(start, days), end: moved(end, days) };
}
