import { exportSomePath } from '../../api/export-paths.js';
import { readStorage } from '../../api/storage.js';
import { choiceField } from '../../components/form/choice-field.js';
import { field, toggle } from '../../components/form/field.js';
import { iconButton } from '../../components/icon-button.js';
import { openDialog } from '../../components/modal-dialog.js';
import { button, part } from '../../components/setting-section.js';
import { storageUse } from '../../components/storage-use.js';
import { askZone } from '../../components/zone-dialog.js';
import { element, tell } from '../../dom/element.js';
import { showPageTitle } from '../../dom/page-title.js';
import { weekdayText } from '../../i18n/format.js';
import { lengthText } from '../../i18n/length-text.js';
import { languageNames, weekSettings } from '../../i18n/locale.js';
import { reminderText } from '../../i18n/reminder-text.js';
import { t } from '../../i18n/strings.js';
import { cityOf } from '../../i18n/zone-names.js';
import { explain } from '../../state/error-messages.js';
import { blockedPart } from './blocked-part.js';
import { hoursRows } from './hours-rows.js';
import { notificationPart } from './notification-part.js';
import { secretAddressPart } from './secret-address-part.js';
import { SettingsPlace } from './settings-place.js';
import { settingsSearch } from './settings-search.js';
import { section, sectionOf } from './settings-sections.js';
import { travelPart } from './travel-part.js';

/** @typedef {import('../../state/settings.js').SettingValues} Values */

/** The lengths of new events and the times of reminders on offer, in minutes. */
const lengths = [15, 30, 45, 60, 90, 120];
const reminders = [0, 5, 10, 15, 30, 60, 1_440];

/** The settings that can be found by their names. */
export const settingNames = /** @type {const} */ ([
  'appearance',
  'density',
  'language',
  'clock',
  'openingView',
  'firstWeekday',
  'workHours',
  'secondZone',
  'weekNumbers',
  'weekendTint',
  'hideWeekends',
  'defaultLength',
  'defaultReminder',
  'travelIn',
  'notifyReminders',
  'notifyProposals',
  'notifyNews',
]);

/**
 * The settings that were opened last.
 *
 * @type {{ dialog: HTMLDialogElement, focus: (wanted: Message | undefined) => void } | null}
 */
let shown = null;

/**
 * Opens the settings whenever Forward leads to one of their addresses.
 *
 * @param {SettingsModel} model @param {AbortSignal} signal
 */
export function followSettingsAddress(model, signal) {
  const follow = () => {
    if (sectionOf(history.state?.page) !== null) openSettings(model);
  };
  addEventListener('popstate', follow, { signal });
}

/**
 * Shows the settings over the whole window: sections at the side, their rows in one column. They
 * open at the section that the address names.
 *
 * @param {SettingsModel} model Each choice is saved at once, on the account.
 * @param {Message} [wanted] The setting that gets the focus, or the part to show.
 */
export function openSettings(model, wanted) {
  // Signing out takes a dialog out of the page without closing it.
  if (shown?.dialog.open && shown.dialog.isConnected) return shown.focus(wanted);
  const { settings } = model;
  const end = new AbortController();
  const form = element('form', { class: 'event-form' }, ...partsOf(model));
  const search = settingsSearch(form);
  const rows = element('div', { class: 'settings-rows' }, form);
  const place = new SettingsPlace(rows, form, search.clear, end.signal);
  let isBack = false;
  const { dialog, close } = openDialog({
    title: t('settings'),
    kind: 'settings',
    isPage: true,
    body: [
      element(
        'div',
        { class: 'settings-body' },
        element(
          'div',
          { class: 'settings-side' },
          search.input,
          search.said,
          place.list,
          element('p', { class: 'hint', text: t('settingsFollow') }),
        ),
        rows,
      ),
    ],
    mayClose: () => {
      const { isDeep } = place;
      if (isDeep) place.up();
      return !isDeep;
    },
    closed: () => {
      end.abort();
      // They may be open again before the browser says that they were closed.
      if (shown?.dialog !== dialog) return;
      shown = null;
      showPageTitle('');
      if (!isBack) tell(document, 'page-left');
    },
  });
  place.start(dialog, () => {
    isBack = true;
    close();
  });
  const focus = (/** @type {Message | undefined} */ name) => {
    const found = name && (controlOf(form, t(name)) ?? partOf(form, t(name)));
    if (!found) return;
    search.clear();
    place.showAround(found);
    found.focus();
    found.scrollIntoView({ block: 'nearest' });
  };
  shown = { dialog, focus };
  focus(wanted);
  let isOld = false;
  // Show changes from another device as soon as the user isn't in the form.
  const renew = () => {
    const isUsed =
      form.contains(document.activeElement) || document.querySelectorAll('dialog[open]').length > 1;
    if (!isOld || isUsed) return;
    isOld = false;
    form.replaceChildren(...partsOf(model));
    search.find();
    place.show();
  };
  settings.addEventListener(
    'change',
    () => {
      isOld ||= settings.isAdopting;
      renew();
    },
    { signal: end.signal },
  );
  form.addEventListener('focusout', () => setTimeout(renew));
}

/** @param {HTMLElement} form @param {string} title @returns {HTMLElement | undefined} */
function partOf(form, title) {
  const parts = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('.setting-part'));
  return [...parts].find((each) => each.querySelector('h3')?.textContent === title);
}

/** @param {HTMLElement} form @param {string} label @returns {HTMLElement | null} */
function controlOf(form, label) {
  const row = [...form.querySelectorAll('.field, .toggle')].find(
    (each) => each.querySelector('.label, span')?.textContent === label,
  );
  const control = row?.querySelector('select, button, input');
  return control instanceof HTMLElement ? control : null;
}

/** @typedef {Pick<EventModel, 'agenda' | 'settings'>} SettingsModel */

/**
 * @param {SettingsModel} model
 * @returns {HTMLElement[]} The sections, as they stand.
 */
function partsOf(model) {
  const { settings } = model;
  const everything = element('a', {
    class: 'quiet',
    href: exportSomePath(),
    download: 'Meantime.ics',
    text: t('exportAll'),
  });
  return [
    section(
      'general',
      part('settingsLooks', ...looks(settings)),
      part('settingsEvents', ...events(settings)),
    ),
    section(
      'views',
      part('settingsViews', choice(settings, 'openingView', 'openingView', openingViews())),
      part('settingsWeek', ...weeks(settings)),
    ),
    section('notifications', notificationPart()),
    section(
      'time-zones',
      part('settingsZoneColumns', field(t('secondZone'), ...secondZone(settings))),
      part('travel', ...travelPart(settings)),
    ),
    section(
      'calendars',
      part(
        'subscribedCalendars',
        element('p', { class: 'hint', text: t('subscribedHint') }),
        links(
          commandButton('manageSubscriptions', 'subscriptions'),
          commandButton('connectShort', 'connect'),
        ),
      ),
      secretAddressPart(model),
      blockedPart(),
      part('settingsData', links(everything)),
    ),
    section(
      'programs',
      part(
        'programs',
        element('p', { class: 'hint', text: t('otherProgramsHint') }),
        links(commandButton('setUpPrograms', 'programs')),
      ),
    ),
    section(
      'account',
      part('account', links(commandButton('settingsAccount', 'account'))),
      part('storage', storageUse(readStorage(), explain)),
    ),
  ];
}

/** @param {...HTMLElement} children */
const links = (...children) => element('div', { class: 'form-links' }, ...children);

/** @param {Message} label @param {string} name The command that opens a dialog of its own. */
const commandButton = (label, name) => button(t(label), () => tell(document, 'command', { name }));

/**
 * A select for a setting; numbers stay numbers.
 *
 * @template {keyof Values} Name
 * @param {Settings} settings
 * @param {Name} name
 * @param {Message} label
 * @param {[string | number, string][]} options
 */
function choice(settings, name, label, options) {
  const isNumber = typeof settings.values[name] === 'number';
  const control = choiceField(
    options.map(([value, text]) => [String(value), text]),
    String(settings.values[name]),
    {
      onchange: () =>
        settings.change(
          /** @type {Partial<Values>} */ ({
            [name]: isNumber ? Number(control.value) : control.value,
          }),
        ),
    },
  );
  return field(t(label), control);
}

/** @param {Settings} settings @param {'weekNumbers' | 'weekendTint' | 'hideWeekends'} name */
const flag = (settings, name) =>
  toggle(t(name), settings.values[name], (value) => settings.change({ [name]: value }));

/** @returns {[string, string][]} The views with which the page can open. */
function openingViews() {
  return [
    ['last', t('lastUsedView')],
    ['day', t('viewDay')],
    ['days', t('viewDays')],
    ['week', t('viewWeek')],
    ['month', t('viewMonth')],
    ['year', t('viewYear')],
    ['agenda', t('viewAgenda')],
    ['board', t('board')],
  ];
}

/** @param {Settings} settings */
function looks(settings) {
  return [
    choice(settings, 'theme', 'appearance', [
      ['system', t('system')],
      ['light', t('light')],
      ['dark', t('dark')],
    ]),
    choice(settings, 'density', 'density', [
      ['comfortable', t('comfortable')],
      ['compact', t('compact')],
    ]),
    choice(settings, 'language', 'language', [
      ['', t('asBrowser')],
      ...Object.entries(languageNames),
    ]),
    choice(settings, 'hours', 'clock', [
      ['', t('asUsual')],
      ['24', t('clock24')],
      ['12', t('clock12')],
    ]),
  ];
}

/** @param {Settings} settings */
function weeks(settings) {
  const usual = weekdayText(weekSettings(settings.locale).firstWeekday, 'weekdayLong');
  return [
    choice(settings, 'firstWeekday', 'firstWeekday', [
      [0, t('fromLocale', { value: usual })],
      ...[1, 2, 3, 4, 5, 6, 7].map(
        (day) => /** @type {[number, string]} */ ([day, weekdayText(day, 'weekdayLong')]),
      ),
    ]),
    ...hoursRows(settings),
    flag(settings, 'weekNumbers'),
    flag(settings, 'weekendTint'),
    flag(settings, 'hideWeekends'),
  ];
}

/**
 * @param {Settings} settings
 * @returns {[HTMLElement, HTMLElement]} Buttons to choose the zone of a second column of hours, and
 *   to remove it.
 */
function secondZone(settings) {
  const show = () => {
    const { secondZone: zone } = settings.values;
    chosen.textContent = zone === '' ? t('none') : cityOf(zone);
    clear.hidden = zone === '';
  };
  const take = (/** @type {string} */ zone) => {
    settings.change({ secondZone: zone, ...(zone && { lastZone: zone }) });
    show();
    chosen.focus();
  };
  const chosen = element('button', {
    type: 'button',
    class: 'quiet',
    'aria-haspopup': 'dialog',
    onclick: () => askZone([], take),
  });
  const clear = iconButton('close', t('noSecondZone'), () => take(''));
  show();
  return [chosen, clear];
}

/** @param {Settings} settings */
function events(settings) {
  return [
    choice(
      settings,
      'defaultMinutes',
      'defaultLength',
      lengths.map((minutes) => [minutes, lengthText(minutes)]),
    ),
    choice(settings, 'defaultReminder', 'defaultReminder', [
      [-1, t('none')],
      ...reminders.map(
        (minutes) => /** @type {[number, string]} */ ([minutes, reminderText(minutes, false)]),
      ),
    ]),
  ];
}
