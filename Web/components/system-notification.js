/** @returns {string} What the browser lets the page do; empty if it has no notifications. */
export const notificationPermission = () =>
  typeof Notification === 'function' ? Notification.permission : '';

/**
 * Shows a notification of the system.
 *
 * @param {{ title: string, body?: string, tag: string, open?: () => void }} shown `open` is what a
 *   press on it does, besides bringing the page to the front. The tag keeps several windows from
 *   showing the same notification.
 * @returns {Notification | null} Null if the browser doesn't show any.
 */
export function showNotification({ title, body = '', tag, open }) {
  if (notificationPermission() !== 'granted') return null;
  try {
    const notification = new Notification(title, { body, tag });
    notification.addEventListener('click', () => {
      window.focus();
      open?.();
    });
    return notification;
  } catch {
    // Chrome on Android has the permission, but no notifications of a page.
    return null;
  }
}

/**
 * Shows a notification of the system, unless the user is looking at the page, which says it itself.
 *
 * @param {Parameters<typeof showNotification>[0]} shown
 */
export const notifyAway = (shown) =>
  document.visibilityState === 'visible' ? null : showNotification(shown);
