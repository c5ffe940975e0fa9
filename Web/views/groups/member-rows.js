import { changeRole, removeMember } from '../../api/groups.js';
import { choiceField } from '../../components/form/choice-field.js';
import { iconButton } from '../../components/icon-button.js';
import { ask } from '../../components/modal-dialog.js';
import { face } from '../../components/person-avatar.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { can } from '../../state/people.js';

/**
 * @typedef {(work: () => Promise<unknown>) => Promise<boolean>} Run Does something; shows the error
 *   and returns false if it fails.
 */

const roles = /** @type {const} */ ({
  owner: 'roleOwner',
  admin: 'roleAdmin',
  member: 'roleMember',
});

/**
 * The members of a group and their roles, with the changes that the user may make.
 *
 * @param {Group} group @param {string} me @param {Run} run
 */
export function memberRows(group, me, run) {
  return element(
    'ul',
    { class: 'members' },
    ...group.members.map((member) => {
      const { id, name, role, color } = member;
      const isMe = id === me;
      const mayRemove = !isMe && role !== 'owner' && can(group, 'removeMember');
      return element(
        'li',
        { 'data-color': color },
        face(member, 'avatar'),
        element('span', {
          class: 'member-name',
          dir: 'auto',
          text: isMe ? t('memberYou', { name }) : name,
        }),
        can(group, 'assignRoles') && !isMe
          ? roleChoice(group, member, run)
          : element('span', { class: 'member-role', text: t(roles[role]) }),
        mayRemove &&
          iconButton('close', t('removeMember', { name }), () => void remove(group, member, run), {
            'data-for': `${id} remove`,
          }),
      );
    }),
  );
}

/** @param {Group} group @param {Member} member @param {Run} run */
function roleChoice(group, member, run) {
  const { id, name, role } = member;
  const choice = choiceField(
    [
      ['member', t('roleMember')],
      ['admin', t('roleAdmin')],
      ['owner', t('handOver')],
    ],
    role,
    {
      'aria-label': t('roleOf', { name }),
      'data-for': `${id} role`,
      onchange: async () => {
        const chosen = /** @type {Role} */ (choice.value);
        choice.value = role;
        if (
          chosen === 'owner' &&
          !(await isMeant('handOverTitle', 'handOverText', 'handOver', { name, group: group.name }))
        )
          return;
        choice.value = chosen;
        await run(() => changeRole(group.id, id, chosen));
      },
    },
  );
  return choice;
}

/** @param {Group} group @param {Member} member @param {Run} run */
async function remove(group, { id, name }, run) {
  if (
    await isMeant('removeMemberTitle', 'removeMemberText', 'removeThem', {
      name,
      group: group.name,
    })
  )
    await run(() => removeMember(group.id, id));
}

/**
 * @param {Message} title
 * @param {Message} text
 * @param {Message} yes
 * @param {Record<string, string>} values
 */
async function isMeant(title, text, yes, values) {
  return (
    (await ask({
      title: t(title, values),
      text: t(text, values),
      choices: [
        { value: 'cancel', label: t('cancel') },
        { value: 'yes', label: t(yes), tone: 'danger' },
      ],
    })) === 'yes'
  );
}
