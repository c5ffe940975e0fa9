import { setsMax } from '../state/settings.js';

/**
 * The commands that make sense at the moment.
 *
 * @param {Command[]} commands All there are.
 * @param {Pick<EventModel, 'agenda' | 'settings'>} model
 */
export function offeredCommands(commands, { agenda, settings }) {
  const isIdle = new Map([
    // The palette is already open.
    ['palette', true],
    ['board', agenda.people.groups.size === 0],
    // On a touch screen, the list of shortcuts is useless, as in the account's menu.
    ['shortcuts', matchMedia('(pointer: coarse) and (hover: none)').matches],
    ['newSet', agenda.switches.length < 2 || settings.values.sets.length >= setsMax],
    ['showAll', agenda.switches.every((id) => agenda.isVisible(id))],
  ]);
  return commands.filter(({ name }) => isIdle.get(name) !== true);
}
