import { blockSender } from '../../api/invitations.js';
import { confirmChoice } from '../../components/confirm-dialog.js';
import { inboxIn } from '../../components/inbox-entry.js';
import { hear } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';
import { WaitingInvitations } from '../../state/waiting-invitations.js';

import { openInvitations } from './invitations-dialog.js';

/**
 * Adds the waiting invitations to the inbox in the sidebar, where a press opens them. Also blocks the
 * sender that the event `sender-block` on the document names.
 *
 * @param {{ agenda: Agenda, notices: Notices, side: HTMLElement, shell: import('../../components/app-shell.js').AppShell,
 *   signal: AbortSignal }} page
 */
export function showInvitations({ agenda, notices, side, shell, signal }) {
  const waiting = new WaitingInvitations(agenda, signal);
  const inbox = inboxIn(side);
  const open = () => {
    shell.closeSide();
    openInvitations({ agenda, waiting, notices });
  };
  const show = () => {
    const n = waiting.list.length;
    const text = t('invitationsWaiting', { n });
    const items = [{ id: 'all', text, run: open }];
    inbox.show('invitations', { n, text, heading: t('invitationsTitle'), items });
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
