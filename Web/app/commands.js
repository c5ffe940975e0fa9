import { views } from '../views/views.js';

/**
 * The commands of the page besides those of the views, by key and name. Shortcuts, their list and
 * the command palette all use it, so that a shortcut is defined only once. In `keys`, Mod is Ctrl
 * or Cmd; `reach` says where a key still works: also in a field, or even in a dialog.
 */
const pageCommands = /** @type {const} */ ([
  { name: 'palette', label: 'palette', keys: ['Mod k'], reach: 'field' },
  { name: 'search', label: 'searchEvents', keys: ['/'] },
  { name: 'newEvent', label: 'newEvent', keys: ['n', 'c'] },
  { name: 'quickAdd', label: 'quickAdd', keys: ['q'] },
  { name: 'today', label: 'keyToday', keys: ['t'] },
  { name: 'goToDate', label: 'goToDate', keys: ['g'] },
  { name: 'next', label: 'nextPeriod', keys: ['j'] },
  { name: 'previous', label: 'previousPeriod', keys: ['k'] },
  { name: 'undo', label: 'undo', keys: ['Mod z'] },
  { name: 'redo', label: 'redo', keys: ['Mod Shift z', 'Ctrl y'] },
  { name: 'sidePanel', label: 'sidePanel', keys: ['s'] },
  { name: 'hours', label: 'hoursPanel', keys: ['h'] },
  { name: 'showAll', label: 'showAllCalendars', keys: [] },
  { name: 'newCalendar', label: 'newCalendar', keys: [] },
  { name: 'subscribe', label: 'subscribe', keys: [] },
  { name: 'connect', label: 'connect', keys: [] },
  { name: 'subscriptions', label: 'subscribedCalendars', keys: [] },
  { name: 'newSet', label: 'saveSet', keys: [] },
  { name: 'newGroup', label: 'newGroup', keys: [] },
  { name: 'import', label: 'importFile', keys: [] },
  { name: 'export', label: 'exportAll', keys: [] },
  { name: 'print', label: 'keyPrint', keys: ['Mod p'], reach: 'dialog' },
  { name: 'bin', label: 'openBin', keys: [] },
  { name: 'settings', label: 'settings', keys: [','] },
  { name: 'shortcuts', label: 'shortcuts', keys: ['?'] },
  { name: 'account', label: 'account', keys: [] },
  { name: 'programs', label: 'programs', keys: [] },
  { name: 'phone', label: 'putOnPhone', keys: [] },
  { name: 'signOut', label: 'signOut', keys: [] },
]);

/** @type {Command[]} */
export const commands = [
  ...pageCommands,
  ...Object.entries(views).map(([name, { label, letter }]) => ({
    name: /** @type {ViewName} */ (name),
    label,
    keys: [letter],
    isView: true,
  })),
];

/** @typedef {(typeof pageCommands)[number]['name']} PageCommandName */
