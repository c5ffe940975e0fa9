import { readBlocked, unblockSender } from '../../api/invitations.js';
import { drawnInOrder } from '../../components/drawn-in-order.js';
import { button, entry, part, renewNear } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';

/** @returns {HTMLElement} The people whom the user has blocked, who can be unblocked. */
export function blockedPart() {
  const list = element('ul', { class: 'entries' });
  const said = element('p', { class: 'hint', role: 'status' });
  const show = drawnInOrder(readBlocked, (blocked) => {
    said.textContent = blocked.length === 0 ? t('nobodyBlocked') : '';
    renewNear(list, ...blocked.map((sender) => blockedEntry(sender, unblock)));
  });
  const unblock = async (/** @type {string} */ id) => {
    try {
      await unblockSender(id);
      await show();
    } catch (error) {
      said.textContent = explain(error);
    }
  };
  void show().catch((error) => {
    said.textContent = explain(error);
  });
  return part('blockedSenders', list, said);
}

/** @param {BlockedSender} sender @param {(id: string) => unknown} unblock */
function blockedEntry({ id, name, email }, unblock) {
  const who = name || email || t('theOrganizer');
  return entry(
    who,
    name ? email : '',
    button(t('unblock'), () => unblock(id), 'quiet', t('unblockNamed', { name: who })),
  );
}
