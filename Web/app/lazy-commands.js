import { exportSomePath } from '../api/export-paths.js';
import { element, tell } from '../dom/element.js';
import { openBin } from '../views/bin/bin-dialog.js';
import { openConnect } from '../views/calendars/connect-dialog.js';
import { openSubscribe } from '../views/calendars/subscribe-dialog.js';
import { openSubscriptions } from '../views/calendars/subscriptions-dialog.js';
import { openShortcuts } from '../views/help/shortcuts-dialog.js';
import { openPrograms } from '../views/programs/programs-dialog.js';
import { openSettings } from '../views/settings/settings-dialog.js';
import { openPhoneSteps } from '../views/welcome/install-steps.js';

/**
 * Commands that are loaded with the lazy parts. Each gets the model, the notices and all commands.
 * The list of commands isn't imported, because sharing it would make the first script larger.
 */
export const lazyCommands = {
  subscribe: (/** @type {EventModel} */ model, /** @type {Notices} */ notices) =>
    openSubscribe(model, notices),
  connect: openConnect,
  subscriptions: openSubscriptions,
  export: () => element('a', { href: exportSomePath(), download: 'Meantime.ics' }).click(),
  newCalendar: () => tell(document, 'calendar-edit', { id: null }),
  newSet: () => tell(document, 'set-edit', { index: null }),
  newGroup: () => tell(document, 'group-edit', { id: null }),
  bin: openBin,
  settings: (/** @type {EventModel} */ model) => openSettings(model),
  shortcuts: (
    /** @type {EventModel} */ _model,
    /** @type {Notices} */ _notices,
    /** @type {Command[]} */ commands,
  ) => openShortcuts(commands),
  programs: openPrograms,
  phone: () => openPhoneSteps(),
};
