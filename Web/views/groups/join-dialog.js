import { failing } from './asking.js';
import { sharingFields } from './sharing-fields.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../lib/dom.js';
import { t } from '../../lib/strings.js';

/**
 * What one joins, who is in it, and what it is to see of one's own.
 *
 * @param {Agenda} agenda
 * @param {{ group: { name: string, members: string[] }, invitedBy: string } | null} invited Nothing for a link that is not good any more.
 * @param {(sharing: Sharing) => Promise<unknown>} join @param {(error: unknown) => string} explain
 */
export function openJoinDialog(agenda, invited, join, explain) {
  if (!invited) return void openDialog({ title: t('joinTitle'), body: [element('p', { class: 'dialog-text', text: t('joinGone') })] });
  const { group: { name, members }, invitedBy } = invited;
  const sharing = sharingFields(agenda.calendarList, { defaultLevel: 'busy', shares: {} });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const form = element('form', { id: 'join-form', class: 'event-form', onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    go.disabled = true;
    problem.textContent = await failing(() => join(sharing.sharing), explain);
    go.disabled = false;
    if (problem.textContent === '') close();
  } }, element('p', { class: 'dialog-text', text: t('joinInvited', { name: invitedBy, group: name }) }),
  element('p', { class: 'dialog-text', text: t('joinMembers', { names: members.join(', ') }) }),
  element('h3', { text: t('mySharing') }), element('p', { class: 'hint', text: t('mySharingText') }), ...sharing.elements, problem);
  const go = element('button', { type: 'submit', form: 'join-form', class: 'primary', text: t('join') });
  const { close } = openDialog({ title: t('joinNamed', { group: name }), kind: 'sheet', body: [form], action: go });
  go.focus();
}
