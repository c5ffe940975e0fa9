import { lengthText, unitText } from '../i18n/length-text.js';
import { addDays, timeOfWallMinutes, wallMinutes } from '../time/civil-date.js';

const offersMax = 4;
const dayMinutes = 1440;

/**
 * Earlier events that a new one may be based on, with a line about each.
 *
 * @param {Pick<Agenda, 'engine' | 'calendars'>} agenda
 * @param {string} text The beginning of a title.
 * @param {(template: EventTemplate) => void} take
 * @returns {TextOffer[]}
 */
export function templatesFor({ engine, calendars }, text, take) {
  try {
    return (engine?.templates(text, offersMax) ?? []).map((template) => {
      const calendar = calendars.get(template.calendar);
      const { allDay, minutes, location } = template;
      const days = allDay && unitText(minutes / dayMinutes, 'day', 'long');
      const length = days || (minutes > 0 && lengthText(minutes));
      return {
        title: template.title,
        detail: [length, location, calendar?.name].filter(Boolean).join(' · '),
        color: template.color || calendar?.color || 'blue',
        take: () => take(template),
      };
    });
  } catch (error) {
    console.warn(error);
    return [];
  }
}

/**
 * A draft with everything that a template has. If only a day was chosen, the event gets the
 * template's hours. If times were chosen, their start stays, and they get the template's length
 * unless `keepsTimes`.
 *
 * @param {Draft} draft @param {EventTemplate} template @param {boolean} [keepsTimes]
 * @returns {Draft}
 */
export function withTemplate(draft, template, keepsTimes = false) {
  return {
    ...draft,
    title: template.title,
    calendar: template.calendar,
    location: template.location || draft.location,
    color: template.color,
    busy: template.busy ? '1' : '0',
    private: template.private ? '1' : '0',
    categories: template.categories.join('\n'),
    reminders: template.reminders.join('\n'),
    ...(keepsTimes ? {} : timesOf(draft, template)),
  };
}

/** @param {Draft} draft @param {EventTemplate} template @returns {Partial<Draft>} */
function timesOf({ allDay, start, end }, template) {
  const { minutes, from } = template;
  if (!template.allDay) {
    const first =
      allDay === '1' ? timeOfWallMinutes(wallMinutes(`${start}T00:00:00`) + from) : start;
    return { allDay: '0', start: first, end: timeOfWallMinutes(wallMinutes(first) + minutes) };
  }
  // Several chosen days stay, and so do chosen times.
  if (allDay === '0' || end !== start) return {};
  return { end: addDays(start, minutes / dayMinutes - 1) };
}
