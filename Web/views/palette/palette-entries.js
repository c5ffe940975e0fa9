import { tell } from '../../dom/element.js';
import { commandWords } from '../../i18n/command-search-words.js';
import { keyText } from '../../i18n/key-names.js';
import { settingWords } from '../../i18n/setting-words.js';
import { t } from '../../i18n/strings.js';
import { comparable } from '../../i18n/text-matching.js';

/** The most characters of a name: a fellow member may have stored any length. */
const nameMax = 100;

/**
 * Something to choose by its name.
 *
 * @typedef {{
 *   id: string,
 *   part: 'command' | 'calendar' | 'person',
 *   name: string,
 *   detail?: string,
 *   color?: string,
 *   keys?: string[],
 *   texts: import('../../i18n/text-matching.js').Comparable[],
 *   run: () => void,
 * }} Entry
 */

/**
 * @param {EventModel} model @param {PalettePage} page
 * @returns {Entry[]} All that can be found by name, except dates and events.
 */
export const paletteEntries = (model, page) => [
  ...page.commands.map((command) => commandEntry(command, page)),
  ...settingEntries(page),
  ...calendarEntries(model),
  ...setEntries(model, page),
  ...groupEntries(model),
  ...personEntries(model),
];

/** @param {Command} command @param {PalettePage} page @returns {Entry} */
function commandEntry({ name, label, keys, isView }, { run }) {
  const shown = isView ? t('viewNamed', { view: t(label) }) : t(label);
  const words = name === 'palette' ? { en: '', de: '' } : commandWords[name];
  return {
    id: name,
    part: 'command',
    name: shown,
    keys: keys.map((key) => keyText(key)),
    texts: [comparable(shown, `${words.en} ${words.de}`), comparable(t(label))],
    run: () => run(name),
  };
}

/** @param {PalettePage} page @returns {Entry[]} */
const settingEntries = (page) =>
  page.settings.map((setting) => ({
    id: `setting ${setting}`,
    part: 'command',
    name: t('settingNamed', { name: t(setting) }),
    texts: [
      comparable(t(setting), wordsOfSetting(setting)),
      comparable(t('settingNamed', { name: t(setting) })),
    ],
    run: () => page.openSetting(setting),
  }));

/** @param {string} name */
const cut = (name) => (name.length > nameMax ? `${name.slice(0, nameMax).trimEnd()}…` : name);

/** @param {Message} setting */
function wordsOfSetting(setting) {
  const words = /** @type {Partial<Record<Message, { en: string, de: string }>>} */ (settingWords);
  return Object.values(words[setting] ?? {}).join(' ');
}

/**
 * @param {string} id @param {Entry['part']} part @param {string} subject The name of the object.
 * @param {(name: string) => string} said @param {() => void} run
 * @param {{ detail?: string, color?: string, keys?: string[] }} [more]
 * @returns {Entry}
 */
function about(id, part, subject, said, run, more = {}) {
  const name = said(cut(subject));
  return { id, part, name, texts: [comparable(subject), comparable(name)], run, ...more };
}

/** @param {EventModel} model @returns {Entry[]} */
const calendarEntries = ({ agenda }) =>
  agenda.listedCalendars.flatMap(({ id, name, color, level }) => {
    const isShown = agenda.isVisible(id);
    const more = { color };
    const only = () => agenda.showOnly([id]);
    const edit = () => tell(document, 'calendar-edit', { id });
    return [
      about(`only ${id}`, 'calendar', name, (n) => t('onlyNamed', { name: n }), only, more),
      about(
        `switch ${id}`,
        'calendar',
        name,
        (n) => t(isShown ? 'hideNamed' : 'showNamed', { name: n }),
        () => agenda.show(id, !isShown),
        more,
      ),
      ...(level === 'group'
        ? []
        : [
            about(
              `edit ${id}`,
              'calendar',
              name,
              (n) => t('editCalendarNamed', { name: n }),
              edit,
              more,
            ),
          ]),
    ];
  });

/** @param {EventModel} model @param {PalettePage} page @returns {Entry[]} */
const setEntries = ({ settings }, { showSet }) =>
  settings.values.sets.map(({ name }, index) =>
    about(
      `set ${index}`,
      'calendar',
      name,
      (n) => t('showSet', { name: n }),
      () => showSet(index + 1),
      { keys: [String(index + 1)] },
    ),
  );

/** @param {EventModel} model @returns {Entry[]} */
const groupEntries = ({ agenda, settings }) =>
  agenda.people.list.flatMap(({ id, name, color }) => {
    const more = { color };
    const way = (/** @type {string} */ event, /** @type {(name: string) => string} */ said) =>
      about(`${event} ${id}`, 'person', name, said, () => tell(document, event, { id }), more);
    return [
      about(
        `group ${id}`,
        'person',
        name,
        (n) => t('onlyNamed', { name: n }),
        () => settings.change({ groupView: id }),
        more,
      ),
      way('group-board', (n) => t('boardOf', { group: n })),
      way('group-find-time', (n) => t('findTimeIn', { group: n })),
      way('group-propose', (n) => t('proposeTo', { group: n })),
      way('group-edit', (n) => t('editGroupNamed', { name: n })),
    ];
  });

/** @param {EventModel} model @returns {Entry[]} */
function personEntries({ agenda }) {
  const { list, others } = agenda.people;
  return others.flatMap((id) => {
    const group = list.find(({ members }) => members.some((member) => member.id === id));
    const member = group?.members.find((each) => each.id === id);
    if (!group || !member) return [];
    const more = { color: member.color, detail: cut(group.name) };
    return [
      about(
        `free ${id}`,
        'person',
        member.name,
        (n) => t('whenFree', { name: n }),
        () => tell(document, 'group-board', { id: group.id }),
        more,
      ),
      about(
        `only ${id}`,
        'person',
        member.name,
        (n) => t('onlyNamed', { name: n }),
        () => agenda.showOnly([id]),
        more,
      ),
    ];
  });
}
