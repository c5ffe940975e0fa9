import { HTTPError } from './api/http.js';
import { element, hear } from './lib/dom.js';
import { t } from './lib/strings.js';
import { explain } from './state/explain.js';
import './views/groups/group-list.js';
import { openBoard, openFindTime, openPropose } from './proposing.js';
import { GroupDialog } from './views/groups/group-dialog.js';
import { openNewGroup } from './views/groups/new-group.js';

/**
 * Puts the groups into the page: beside the calendars, and as a line under the bar while one of them is looked at by itself.
 *
 * @param {{ model: EventModel, notices: Notices, side: HTMLElement, shell: HTMLElement, date: () => string, signal: AbortSignal }} page `date` is where the view is.
 */
export function showGroups({ model, notices, side, shell, date, signal }) {
  const { agenda, settings } = model;
  const list = document.createElement('group-list');
  list.model = { agenda, settings };
  side.querySelector('calendar-list')?.after(list);
  shell.querySelector('.top-bar')?.after(viewLine(agenda, settings, signal));
  const words = (/** @type {unknown} */ error) => (error instanceof HTTPError && error.code === 'not-found' ? t('groupGone') : explain(error));
  const open = (/** @type {string} */ id) => new GroupDialog(agenda, { explain: words, say: (text) => notices.show(text) }).open(id);
  hear(document, 'group-edit', ({ id }) => (id ? open(id) : openNewGroup(agenda, words, open)), signal);
  hear(document, 'group-propose', ({ id }) => openPropose(model, id, date()), signal);
  hear(document, 'group-find-time', ({ id }) => void openFindTime(model, id, date()), signal);
  hear(document, 'group-board', ({ id }) => openBoard(model, id, date()), signal);
}

/** @param {Agenda} agenda @param {Settings} settings @param {AbortSignal} signal @returns {HTMLElement} Which group is looked at, and the way back to everything. */
function viewLine(agenda, settings, signal) {
  const name = element('span', { role: 'status' });
  const line = element('div', { class: 'group-line', hidden: true }, name,
    element('button', { type: 'button', class: 'quiet', text: t('showEverything'), onclick: () => settings.change({ groupView: '' }) }));
  const show = () => {
    const { view } = agenda.people;
    line.hidden = !view;
    line.dataset['color'] = view?.color ?? '';
    name.textContent = view ? t('groupOnly', { name: view.name }) : '';
  };
  agenda.addEventListener('calendars', show, { signal });
  show();
  return line;
}
