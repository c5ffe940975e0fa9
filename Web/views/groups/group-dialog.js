import { changeGroup, deleteGroup, removeMember } from '../../api/groups.js';
import { secretAddressRequests } from '../../api/secret-addresses.js';
import { readStorage } from '../../api/storage.js';
import { colorPicker } from '../../components/form/color-picker.js';
import { fieldRow } from '../../components/form/field-row.js';
import { nameLine } from '../../components/form/name-line.js';
import { ask } from '../../components/modal-dialog.js';
import { SecretAddresses } from '../../components/secret-addresses.js';
import { button } from '../../components/setting-section.js';
import { openSideCard } from '../../components/side-card.js';
import { storageUse } from '../../components/storage-use.js';
import { element, focusedIn, redrawKeepingFocus } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { can } from '../../state/people.js';
import { JoinLinks } from './join-links.js';
import { memberRows } from './member-rows.js';
import { shareRows } from './share-rows.js';

/**
 * @typedef {{ explain: (error: unknown) => string, say: (text: string) => void }} Voice `explain`
 *   puts an error into words; `say` shows a notice on the page.
 */

/**
 * The settings of a group. Each choice is saved at once, and changes by others show as they arrive.
 */
export class GroupDialog {
  #agenda;
  #voice;
  #id = '';
  #close = () => {};
  #problem = element('p', { class: 'form-problem', role: 'alert' });
  /** The sections. Each is redrawn when what `of` returns differs from what was `drawn`. */
  #parts = [
    {
      section: element('section', { class: 'rows inner' }),
      drawn: '',
      nodes: (/** @type {Group} */ group) => this.#look(group),
      of: (/** @type {Group} */ { name, color, may }) => [name, color, may],
    },
    {
      section: element('section', { class: 'rows inner' }),
      drawn: '',
      nodes: (/** @type {Group} */ group) => this.#members(group),
      of: (/** @type {Group} */ { members, may }) => [members, may],
    },
    {
      section: element('section', { class: 'rows inner' }),
      drawn: '',
      nodes: (/** @type {Group} */ group) => this.#shares(group),
      of: (/** @type {Group} */ group) => [group.shares, group.defaultLevel, this.#shown(group)],
    },
    {
      section: element('section', { class: 'rows inner' }),
      drawn: '',
      nodes: (/** @type {Group} */ group) => this.#storage(group),
      of: (/** @type {Group} */ group) => [can(group, 'edit')],
    },
    {
      section: element('div', { class: 'dialog-foot' }),
      drawn: '',
      nodes: (/** @type {Group} */ group) => this.#leaving(group),
      of: (/** @type {Group} */ { may, name, members }) => [may, name, members.length],
    },
  ];
  #joinLinks;
  #secretAddresses;

  /** @param {Agenda} agenda @param {Voice} voice */
  constructor(agenda, voice) {
    this.#agenda = agenda;
    this.#voice = voice;
    this.#joinLinks = new JoinLinks((work) => this.#run(work));
    this.#secretAddresses = new SecretAddresses(
      'group',
      () => this.#id,
      secretAddressRequests,
      voice.explain,
    ).element;
  }

  get #group() {
    return this.#agenda.people.groups.get(this.#id);
  }

  /** @param {string} id */
  open(id) {
    this.#id = id;
    const group = this.#group;
    if (!group) return;
    const [look, members, shares, storage, leaving] = this.#parts.map(({ section }) => section);
    const rows = element(
      'div',
      { class: `event-form rows group-form ${can(group, 'edit') ? 'titled' : ''}` },
      .../** @type {HTMLElement[]} */ ([
        look,
        this.#problem,
        members,
        this.#joinLinks.element,
        shares,
        this.#secretAddresses,
        storage,
      ]),
    );
    this.#draw();
    const { close, signal } = openSideCard({
      title: group.name,
      body: [rows, .../** @type {HTMLElement[]} */ ([leaving])],
    });
    this.#close = close;
    this.#agenda.addEventListener('calendars', () => this.#draw(), { signal });
  }

  #draw() {
    const group = this.#group;
    if (!group) return this.#close();
    for (const part of this.#parts) {
      const drawn = JSON.stringify(part.of(group));
      const focused = focusedIn(part.section);
      // Don't redraw a field during typing.
      if (drawn === part.drawn || focused?.matches('input[type="text"]')) continue;
      part.drawn = drawn;
      redrawKeepingFocus(part.section, ...part.nodes(group));
    }
    this.#joinLinks.show(this.#id, can(group, 'invite'));
    this.#secretAddresses.hidden = !can(group, 'giveOut');
  }

  /**
   * @param {() => Promise<unknown>} work
   * @returns {Promise<boolean>} Whether it worked; if not, the dialog says why.
   */
  async #run(work) {
    this.#problem.textContent = '';
    try {
      await work();
      return true;
    } catch (error) {
      this.#problem.textContent = this.#voice.explain(error);
      this.#problem.scrollIntoView({ block: 'nearest' });
      // Redraw everything, so that a refused choice shows its old value again.
      for (const part of this.#parts) part.drawn = '';
      this.#draw();
      return false;
    }
  }

  /** @param {Group} group @returns {Node[]} */
  #look({ id, name, color, may }) {
    if (!can({ may }, 'edit')) return [];
    const { line, input } = nameLine(name, { 'data-for': 'name' });
    input.addEventListener('change', () => {
      const typed = input.value.trim();
      if (typed === '') input.value = name;
      else void this.#run(() => changeGroup(id, { name: typed }));
    });
    const colors = colorPicker({ label: t('color'), value: color });
    colors.addEventListener(
      'change',
      () => void this.#run(() => changeGroup(id, { color: colors.value })),
    );
    return [line, fieldRow('color', t('color'), colors)];
  }

  /** @param {Group} group @returns {Node[]} */
  #members(group) {
    return [
      element('h3', { text: t('members', { n: group.members.length }) }),
      memberRows(group, this.#agenda.people.me, (work) => this.#run(work)),
    ];
  }

  /**
   * @param {Group} group
   * @returns {ListedCalendar[]} The calendars that the user can share with the group: their own, and
   *   their times in other groups.
   */
  #shown({ calendar }) {
    return this.#agenda.listedCalendars.filter(({ id }) => id !== calendar);
  }

  /** @param {Group} group @returns {Node[]} */
  #shares(group) {
    return [
      element('h3', { text: t('whatGroupSees', { name: group.name }) }),
      ...shareRows(group, this.#shown(group), (work) => this.#run(work)),
    ];
  }

  /** @param {Group} group @returns {Node[]} */
  #storage({ id, name }) {
    const use = storageUse(readStorage(id), (error) => this.#voice.explain(error), name);
    return [element('h3', { text: t('storage') }), use];
  }

  /** @param {Group} group @returns {Node[]} */
  #leaving(group) {
    const { name, members } = group;
    if (!can(group, 'remove')) return [button(t('leaveGroup'), () => this.#leave(name), 'danger')];
    return [
      button(t('deleteGroup'), () => this.#delete(group), 'danger'),
      ...(members.length > 1 ? [element('p', { class: 'hint', text: t('ownerCantLeave') })] : []),
    ];
  }

  /** @param {string} name */
  async #leave(name) {
    const answer = await ask({
      title: t('leaveGroupTitle', { name }),
      text: t('leaveGroupText', { name }),
      choices: [
        { value: 'cancel', label: t('cancel') },
        { value: 'leave', label: t('leaveGroup'), tone: 'danger' },
      ],
    });
    if (answer === 'leave')
      await this.#finish(
        () => removeMember(this.#id, this.#agenda.people.me),
        t('leftGroup', { name }),
      );
  }

  /** @param {Group} group */
  async #delete({ name, members }) {
    const answer = await ask({
      title: t('deleteGroupTitle', { name }),
      text: t(members.length > 1 ? 'deleteGroupText' : 'deleteLoneGroupText', {
        n: members.length,
      }),
      choices: [
        { value: 'cancel', label: t('cancel') },
        { value: 'delete', label: t('deleteGroup'), tone: 'danger' },
      ],
    });
    if (answer === 'delete')
      await this.#finish(() => deleteGroup(this.#id), t('deletedGroup', { name }));
  }

  /** @param {() => Promise<unknown>} work @param {string} notice */
  async #finish(work, notice) {
    if (!(await this.#run(work))) return;
    this.#close();
    this.#voice.say(notice);
  }
}
