import { askToNotify } from '../../components/form/notification-hint.js';
import { button, part } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @returns {HTMLElement} Whether the browser lets the page notify, and the button that asks it. */
export function notificationPart() {
  const said = element('p', { class: 'hint', role: 'status' });
  const ask = button(t('allowNotifications'), async () => {
    await askToNotify();
    show();
  });
  const show = () => {
    const permission = typeof Notification === 'function' ? Notification.permission : '';
    const words = /** @type {Record<string, string>} */ ({
      granted: t('notifyGranted'),
      denied: t('notifyBlocked'),
      default: t('notifyUnasked'),
    });
    said.textContent = words[permission] ?? t('notifyNever');
    ask.hidden = permission !== 'default';
  };
  show();
  return part('notifications', said, element('div', { class: 'form-links' }, ask));
}
