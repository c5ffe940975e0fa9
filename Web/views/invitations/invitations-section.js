import { blockSender } from '../../api/invitations.js';
import { confirmChoice } from '../../components/confirm-dialog.js';
import { element, hear } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';
import { WaitingInvitations } from '../../state/waiting-invitations.js';
import { openInvitations } from './invitations-dialog.js';

/**
 * Adds the number of waiting invitations to the sidebar, where a press opens them. Also blocks the
 * sender that the event `sender-block` on the document names.
 *
 * @param {{ agenda: Agenda, notices: Notices, side: HTMLElement, shell: import('../../components/app-shell.js').AppShell,
 *   signal: AbortSignal }} page
 */
export function showInvitations({ agenda, notices, side, shell, signal }) {
  const waiting = new WaitingInvitations(agenda, signal);
  const button = element('button', {
    type: 'button',
    class: 'side-item waiting',
    hidden: true,
    onclick: () => {
      shell.closeSide();
      openInvitations({ agenda, waiting, notices });
    },
  });
  side.querySelector('calendar-list')?.after(button);
  const mark = shell.querySelector('.side-button');
  const show = () => {
    const n = waiting.list.length;
    button.hidden = n === 0;
    button.textContent = t('invitationsWaiting', { n });
    mark?.toggleAttribute('data-invited', n > 0);
  };
  waiting.addEventListener('change', show, { signal });
  hear(
    document,
    'sender-block',
    async ({ name, invitation, done }) => {
      const isSure = await confirmChoice(
        t('blockTitle', { name }),
        t('blockText'),
        t('block'),
        true,
      );
      if (!isSure) return;
      try {
        const { removed } = await blockSender(invitation);
        await waiting.read();
        const said = t('isBlocked', { name });
        notices.show(removed > 0 ? `${said} ${t('invitationsRemoved', { n: removed })}` : said);
        done?.();
      } catch (error) {
        notices.show(explain(error));
      }
    },
    signal,
  );
}
