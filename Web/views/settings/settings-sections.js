import { element } from '../../dom/element.js';
import { drawn, icon } from '../../dom/icons.js';
import { t } from '../../i18n/strings.js';

/** A section this far below the line of reading is read already. */
const nearPx = 16;

/** What the addresses of the settings begin with. */
const base = 'settings';

/** The sections in their order: the last part of the address, the name, and the icon's strokes. */
const sections = /** @type {const} */ ({
  general: {
    label: 'settingsGeneral',
    strokes:
      'M4 7h6M14 7h2M12 5a2 2 0 1 0 0 4a2 2 0 0 0 0-4M4 13h2M10 13h6M8 11a2 2 0 1 0 0 4a2 2 0 0 0 0-4',
  },
  views: {
    label: 'settingsViews',
    strokes: 'M4.5 5.5h11v10.5h-11zM4.5 8.5h11M7.5 3.5v3M12.5 3.5v3',
  },
  notifications: {
    label: 'notifications',
    strokes: 'M5 14c1-1.2 1.2-2.5 1.2-5a3.8 3.8 0 0 1 7.6 0c0 2.5 .2 3.8 1.2 5zM8.5 16.5h3',
  },
  'time-zones': {
    label: 'settingsZones',
    strokes:
      'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M3.5 10h13M10 3.5c-4 4-4 9 0 13c4-4 4-9 0-13',
  },
  calendars: {
    label: 'settingsCalendars',
    strokes: 'M10 12.5V3.5M7 6l3-2.5 3 2.5M6.5 9h-2v7.5h11v-7.5h-2',
  },
  programs: {
    label: 'programs',
    strokes: 'M6.5 3.5h7v13h-7zM9.25 14h1.5',
  },
  account: {
    label: 'account',
    strokes: 'M10 4a3 3 0 1 0 0 6a3 3 0 0 0 0-6M4.5 16.5c.5-3 2.5-4.5 5.5-4.5s5 1.5 5.5 4.5',
  },
});

/** @typedef {keyof typeof sections} SectionName */

/** @param {string} name @returns {name is SectionName} */
const isSection = (name) => Object.hasOwn(sections, name);

/** @param {string} [name] @returns {SectionName | ''} Empty if there's no such section. */
export const sectionNamed = (name = '') => (isSection(name) ? name : '');

/** @param {SectionName | ''} name @returns {string} Its address, without the first slash. */
export const addressOf = (name) => [base, name].filter(Boolean).join('/');

/**
 * @param {string | undefined} address As `addressOf` makes it.
 * @returns {SectionName | '' | null} Empty for the settings as a whole; null for anything else.
 */
export function sectionOf(address = '') {
  const [first, name] = address.split('/');
  return first === base ? sectionNamed(name) : null;
}

/** @param {SectionName} name @param {...HTMLElement} parts */
export const section = (name, ...parts) =>
  element(
    'div',
    {
      class: 'settings-section',
      role: 'group',
      'aria-label': sectionTitle(name),
      'data-section': name,
      tabindex: -1,
    },
    ...parts,
  );

/** @param {SectionName} name @returns {string} What the user reads. */
export const sectionTitle = (name) => t(sections[name].label);

/**
 * The list of sections, as links: a press leads to the section, and a link can be copied.
 *
 * @param {(name: SectionName) => void} go
 */
export function sectionList(go) {
  const links = Object.keys(sections)
    .filter(isSection)
    .map((name) => {
      const chevron = icon('forward');
      chevron.classList.add('chevron');
      const onclick = (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(name);
      };
      return element(
        'a',
        { href: `/${addressOf(name)}`, 'data-section': name, onclick },
        drawn(sections[name].strokes),
        element('span', { text: sectionTitle(name) }),
        chevron,
      );
    });
  const list = element(
    'nav',
    { class: 'settings-sections', 'aria-label': t('settingsSections') },
    ...links,
  );
  /** @param {string} name The section that the user looks at. */
  const mark = (name) => {
    for (const link of links)
      if (link.dataset['section'] === name) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
  };
  return { list, mark };
}

/**
 * The section that is read at a place of the scrolled column. The line of reading is at the top of
 * what is seen, and moves to its bottom over the last stretch, so that each section has its turn.
 *
 * @param {number[]} topsPx Where the sections begin.
 * @param {{ scrollTop: number, scrollHeight: number, clientHeight: number }} column
 * @returns {number} Its index.
 */
export function sectionRead(topsPx, { scrollTop, scrollHeight, clientHeight }) {
  const farthest = Math.max(1, scrollHeight - clientHeight);
  const stretch = Math.min(farthest, clientHeight);
  const line = Math.max(0, 1 - (farthest - scrollTop) / stretch) * clientHeight;
  const begun = topsPx.filter((topPx) => topPx <= scrollTop + line + nearPx);
  return Math.max(0, begun.length - 1);
}
