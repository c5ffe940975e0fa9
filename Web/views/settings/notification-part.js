import { toggle } from '../../components/form/field.js';
import { askToNotify } from '../../components/form/notification-hint.js';
import { button, part } from '../../components/setting-section.js';
import { notificationPermission, showNotification } from '../../components/system-notification.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { chooseTold, isTold, notificationKinds } from '../../state/notification-kinds.js';

/** @type {Record<import('../../state/notification-kinds.js').NotificationKind, Message>} */
const kindNames = {
  reminders: 'notifyReminders',
  proposals: 'notifyProposals',
  news: 'notifyNews',
};

/**
 * @returns {HTMLElement} What this device tells the user about, whether the browser lets the page
 *   notify, the button that asks it, and one that shows a notification.
 */
export function notificationPart() {
  const said = element('p', { class: 'hint', role: 'status' });
  const ask = button(t('allowNotifications'), async () => {
    await askToNotify();
    show();
  });
  const trial = button(t('tryNotification'), () => {
    const shown = showNotification({
      title: 'Meantime',
      body: t('trialNotification'),
      tag: 'trial',
    });
    said.textContent = t(shown ? 'trialShown' : 'notifyNever');
  });
  const show = () => {
    const permission = notificationPermission();
    const words = /** @type {Record<string, string>} */ ({
      granted: t('notifyGranted'),
      denied: t('notifyBlocked'),
      default: t('notifyUnasked'),
    });
    said.textContent = words[permission] ?? t('notifyNever');
    ask.hidden = permission !== 'default';
    trial.hidden = permission !== 'granted';
  };
  const kinds = notificationKinds.map((kind) => {
    const row = toggle(t(kindNames[kind]), isTold(kind), (told) => {
      if (chooseTold(kind, told)) return;
      row.input.checked = !told;
      said.textContent = t('notifyNotKept');
    });
    return row;
  });
  show();
  return part(
    'notifications',
    element('p', { class: 'hint', text: t('notifyHint') }),
    ...kinds,
    said,
    element('div', { class: 'form-links' }, ask, trial),
  );
}
