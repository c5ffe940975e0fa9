import { emblem } from '../../components/emblem.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * Shows that there is nothing at this address, and a way to the calendar.
 *
 * @param {boolean} isSignedIn
 */
export function showNotFound(isSignedIn) {
  document.title = `${t('notFound')} · ${t('appName')}`;
  document.body.replaceChildren(
    element(
      'main',
      { class: 'join' },
      emblem(),
      element('h1', { tabindex: -1, text: t('notFound') }),
      element('p', { class: 'lead', text: t('notFoundText') }),
      element('button', {
        type: 'button',
        class: 'primary wide',
        text: t(isSignedIn ? 'toMyCalendar' : 'signIn'),
        onclick: () => location.assign('/'),
      }),
    ),
  );
  document.querySelector('h1')?.focus();
}
