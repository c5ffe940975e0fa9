import { hideFromPrograms, readHiddenFromPrograms } from '../../api/programs.js';
import { toggle } from '../../components/form/field.js';
import { rowsPart, runner } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';

/**
 * Which calendars of groups and of their members programs show. The user's own are always shown.
 *
 * @param {Agenda} agenda
 */
export function programCalendars(agenda) {
  const said = element('p', { class: 'hint', role: 'status' });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const list = element('div', { class: 'program-calendars' });
  const retry = element('button', {
    type: 'button',
    class: 'quiet',
    text: t('tryAgain'),
    hidden: true,
    onclick: () => void show(),
  });
  const run = runner(problem, said, explain);
  const show = async () => {
    const isShown = await run(async () =>
      list.replaceChildren(...switches(agenda, await readHiddenFromPrograms(), change)),
    );
    const hadFocus = document.activeElement === retry;
    retry.hidden = isShown;
    if (isShown && hadFocus) list.querySelector('input')?.focus();
  };
  // Send one after the other: each request has the whole list, and the last choice must win.
  let sent = Promise.resolve(true);
  const change = (/** @type {string[]} */ hidden) => {
    sent = sent.then(() => run(() => hideFromPrograms(hidden), t('saved')));
    return sent;
  };
  void show();
  return rowsPart(
    'programCalendars',
    element('p', { class: 'hint', text: t('programCalendarsHint') }),
    problem,
    list,
    said,
    element('div', { class: 'form-links' }, retry),
  );
}

/**
 * @param {Agenda} agenda
 * @param {string[]} hidden
 * @param {(hidden: string[]) => Promise<boolean>} change
 */
function switches(agenda, hidden, change) {
  const ids = new Set(hidden);
  const put = (/** @type {string} */ id, /** @type {boolean} */ isHidden) =>
    isHidden ? ids.add(id) : ids.delete(id);
  return others(agenda).map(({ id, name, color }) => {
    const row = toggle(name, !ids.has(id), (isShown) => {
      put(id, !isShown);
      void change([...ids]).then((isSaved) => {
        if (isSaved) return;
        put(id, isShown);
        row.input.checked = !isShown;
      });
    });
    row.dataset['color'] = color;
    row.querySelector('span')?.setAttribute('dir', 'auto');
    return row;
  });
}

/**
 * @param {Agenda} agenda
 * @returns {{ id: string, name: string, color: string }[]} The groups' calendars, then those of
 *   their members by name.
 */
export function others({ calendars, people }) {
  const all = [...calendars.values()];
  const ofGroups = all.filter(({ level }) => level === 'group');
  const ofMembers = all.filter(({ owner }) => owner);
  const byName = (/** @type {{ name: string }} */ a, /** @type {{ name: string }} */ b) =>
    a.name.localeCompare(b.name);
  return [
    ...ofGroups
      .map(({ id, name, color }) => ({ id, color, name: t('groupCalendarOf', { name }) }))
      .sort(byName),
    ...ofMembers
      .map((calendar) => {
        const person = people.memberOf(calendar)?.name ?? '';
        // If a calendar shows only busy times, its name isn't known.
        const name = `${person} · ${calendar.name || t('busy')}`;
        return { id: calendar.id, color: calendar.drawnColor, name };
      })
      .sort(byName),
  ];
}
