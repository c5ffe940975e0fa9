import { failing } from './asking.js';
import { field, select } from '../../components/field.js';
import { iconButton } from '../../components/icon-button.js';
import { element } from '../../lib/dom.js';
import { dateText } from '../../lib/format.js';
import { t } from '../../lib/strings.js';

/**
 * How one invites: a link that is made, told once and copied, and those that are still good.
 *
 * @param {string} group @param {GroupActions} actions @param {(error: unknown) => string} explain
 */
export function inviteSection(group, actions, explain) {
  const list = element('ul', { class: 'invitation-list' });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const uses = select([['1', t('inviteOne')], ['', t('inviteMany')]], '1');
  const days = select([['1', t('inDays', { n: 1 })], ['7', t('inDays', { n: 7 })], ['30', t('inDays', { n: 30 })]], '7');
  const link = element('input', { type: 'text', readonly: true, 'aria-label': t('inviteLink'), onfocus: () => link.select() });
  const copy = element('button', { type: 'button', class: 'quiet', text: t('copyLink'), onclick: async () => {
    link.select();
    // Where the clipboard is not to be had the link is marked, to be copied by hand.
    await navigator.clipboard?.writeText(link.value).then(() => { copy.textContent = t('copied'); }, () => {});
  } });
  const made = element('div', { class: 'field', hidden: true }, element('p', { class: 'hint', text: t('inviteOnce') }), element('div', { class: 'control' }, link, copy));
  const run = async (/** @type {() => Promise<unknown>} */ work) => {
    problem.textContent = await failing(work, explain);
  };
  const refresh = () => run(async () => {
    const known = await actions.invitations(group);
    list.replaceChildren(...known.map(({ id, expires, uses: left }) => element('li', {},
      element('span', { text: t(left === 1 ? 'invitationOne' : 'invitationMany', { date: dateText(expires.slice(0, 10), 'full') }) }),
      iconButton('close', t('revoke'), () => run(async () => {
        await actions.revoke(group, id);
        await refresh();
      })))));
  });
  const make = element('button', { type: 'button', class: 'quiet', text: t('makeLink'), onclick: () => run(async () => {
    const { token } = await actions.invite(group, { uses: uses.value === '' ? null : Number(uses.value), days: Number(days.value) });
    link.value = `${location.origin}/join/${token}`;
    made.hidden = false;
    copy.textContent = t('copyLink');
    await refresh();
  }) });
  void refresh();
  return element('section', { class: 'invite' }, element('h3', { text: t('invite') }), field(t('inviteUses'), uses), field(t('inviteExpires'), days),
    make, made, list, problem);
}
