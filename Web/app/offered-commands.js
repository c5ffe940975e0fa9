import { setsMax } from '../state/settings.js';

/**
 * The commands that can do something now.
 *
 * @param {Command[]} commands All there are.
 * @param {Pick<EventModel, 'agenda' | 'settings'>} model
 */
export function offeredCommands(commands, { agenda, settings }) {
  const isIdle = new Map([
    // It's open already.
    ['palette', true],
    ['board', agenda.people.groups.size === 0],
    // The list of what keys do, as in the account's menu.
    ['shortcuts', matchMedia('(pointer: coarse) and (hover: none)').matches],
    ['newSet', agenda.switches.length < 2 || settings.values.sets.length >= setsMax],
    ['showAll', agenda.switches.every((id) => agenda.isVisible(id))],
  ]);
  return commands.filter(({ name }) => isIdle.get(name) !== true);
}
