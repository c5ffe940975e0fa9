import { confirmChoice, failing } from './asking.js';
import { inviteSection } from './invite-section.js';
import { sharingFields } from './sharing-fields.js';
import { field, select } from '../../components/field.js';
import { iconButton } from '../../components/icon-button.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../lib/dom.js';
import { initialsOf } from '../../lib/people.js';
import { t } from '../../lib/strings.js';

/** @type {Record<Role, Message>} */
const roleWords = { owner: 'roleOwner', admin: 'roleAdmin', member: 'roleMember' };

/** Makes a group, or keeps one: its name, its members, how one invites to it, what it sees of one's own, and the ways out. */
export class GroupDialog {
  #agenda;
  #id;
  #actions;
  #explain;
  #problem = element('p', { class: 'form-problem', role: 'alert' });
  #members = element('ul', { class: 'member-list' });
  #ways = element('div', { class: 'form-links' });
  #close = () => {};

  /** @param {Agenda} agenda @param {string | null} id None for a new group. @param {GroupActions} actions @param {(error: unknown) => string} explain */
  constructor(agenda, id, actions, explain) {
    this.#agenda = agenda;
    this.#id = id ?? '';
    this.#actions = actions;
    this.#explain = explain;
  }

  get #group() {
    return this.#agenda.groups.all.get(this.#id);
  }

  open() {
    const group = this.#group;
    const name = element('input', { type: 'text', required: true, maxlength: 200, value: group?.name ?? '', autocomplete: 'off' });
    const end = new AbortController();
    const sharing = group && sharingFields(this.#agenda.calendarList, group);
    const save = element('button', { type: 'submit', form: 'group-form', class: 'primary', text: t('save') });
    const form = element('form', { id: 'group-form', class: 'event-form', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const called = name.value.trim();
      if (called) void this.#save(called, sharing?.sharing);
    } }, field(t('name'), name), this.#problem,
    ...(group && sharing ? [element('h3', { text: t('members') }), this.#members,
      ...(group.role === 'member' ? [] : [inviteSection(group.id, this.#actions, this.#explain)]),
      element('h3', { text: t('mySharing') }), element('p', { class: 'hint', text: t('mySharingText') }), ...sharing.elements, this.#ways] : []));
    name.disabled = group?.role === 'member';
    this.#agenda.addEventListener('calendars', () => this.#show(), { signal: end.signal });
    const { close } = openDialog({ title: group?.name ?? t('newGroup'), kind: group ? 'sheet' : 'small', body: [form], action: save, closed: () => end.abort() });
    this.#close = close;
    this.#show();
    if (!group) name.focus();
  }

  /** What is not typed follows what others do. */
  #show() {
    const group = this.#group;
    if (!group) return void (this.#id && this.#close());
    this.#members.replaceChildren(...group.members.map((member) => this.#member(group, member)));
    this.#ways.replaceChildren(...this.#endings(group));
  }

  /** @param {Group} group @param {Member} member */
  #member(group, member) {
    const isSelf = member.id === this.#agenda.account;
    const mayRemove = !isSelf && group.role !== 'member' && member.role !== 'owner';
    const mayName = !isSelf && group.role === 'owner';
    const role = mayName
      ? select([['admin', t('roleAdmin')], ['member', t('roleMember')], ['owner', t('handOver')]], member.role, {
        'aria-label': t('roleOf', { name: member.name }), onchange: () => void this.#giveRole(group, member, /** @type {Role} */ (/** @type {HTMLSelectElement} */ (role).value)),
      }) : element('span', { class: 'member-role', text: t(roleWords[member.role]) });
    return element('li', { 'data-color': member.color, 'data-account': member.id },
      element('span', { class: 'initials', 'aria-hidden': 'true', text: initialsOf(member.name) }),
      element('span', { class: 'member-name', dir: 'auto', text: isSelf ? t('nameAndYou', { name: member.name }) : member.name }), role,
      mayRemove ? iconButton('close', t('removeMember', { name: member.name }), () => this.#remove(group, member)) : null);
  }

  /** @param {Group} group */
  #endings(group) {
    const leave = element('button', { type: 'button', class: 'danger', text: t('leaveGroup'), onclick: () => this.#leave(group) });
    const drop = element('button', { type: 'button', class: 'danger', text: t('deleteGroup'), onclick: () => this.#delete(group) });
    return group.role === 'owner' ? [element('p', { class: 'hint', text: t('ownerStays') }), drop] : [leave];
  }

  /** @param {() => Promise<unknown>} work @param {boolean} [ends] Whether the dialog closes then. */
  async #run(work, ends = false) {
    this.#problem.textContent = await failing(work, this.#explain);
    if (ends && this.#problem.textContent === '') this.#close();
  }

  /** @param {string} name @param {Sharing | undefined} sharing */
  #save(name, sharing) {
    const group = this.#group;
    return this.#run(async () => {
      if (!group) return this.#actions.create(name);
      if (name !== group.name) await this.#actions.change(group.id, { name });
      if (sharing) await this.#actions.share(group.id, sharing);
    }, true);
  }

  /** @param {Group} group @param {Member} member @param {Role} role */
  async #giveRole(group, member, role) {
    const isSure = role !== 'owner' || await confirmChoice(t('handOver'), t('handOverText', { name: member.name, group: group.name }), t('handOver'), true);
    if (isSure) await this.#run(() => this.#actions.giveRole(group.id, member.id, role));
    this.#show();
  }

  /** @param {Group} group @param {Member} member */
  async #remove(group, { id, name }) {
    if (await confirmChoice(t('removeMember', { name }), t('removeMemberText', { name, group: group.name }), t('remove'), true)) {
      await this.#run(() => this.#actions.remove(group.id, id));
    }
  }

  /** @param {Group} group */
  async #leave({ id, name }) {
    if (await confirmChoice(t('leaveGroup'), t('leaveGroupText', { group: name }), t('leaveGroup'), true)) {
      await this.#run(() => this.#actions.remove(id, this.#agenda.account), true);
    }
  }

  /** @param {Group} group */
  async #delete({ id, name }) {
    if (await confirmChoice(t('deleteGroup'), t('deleteGroupText', { group: name }), t('deleteGroup'), true)) {
      await this.#run(() => this.#actions.drop(id), true);
    }
  }
}
