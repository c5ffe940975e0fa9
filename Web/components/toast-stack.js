import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { iconButton } from './icon-button.js';

const shownMs = 8000;
const toastsMax = 3;
/** On a narrower screen, two messages would cover too much of the view. */
const narrowPx = 600;
/** How far a finger has to swipe sideways to close a message. */
const swipePx = 60;

/**
 * Short messages at the bottom of the page, most with an undo button. They stay while the pointer
 * or the focus is on them. Reminders have a stack of their own at the top.
 */
export class ToastStack extends HTMLElement {
  isForReminders = false;
  #more = element('small', { class: 'toast-more' });

  connectedCallback() {
    this.setAttribute('role', 'region');
    this.ariaLabel = t(this.isForReminders ? 'notifications' : 'messages');
    this.classList.toggle('reminders', this.isForReminders);
    if (!this.isForReminders) this.#follow();
  }

  /**
   * Has the views make room while there are messages, and the next ones follow. A selector `body:has(.toast)` would do that,
   * but browsers then style a part of the page again for each element that comes into it.
   */
  #follow() {
    const { classList } = document.body;
    new MutationObserver(() => {
      classList.toggle('with-toasts', this.childElementCount > 0);
      this.#takeTurns();
    }).observe(this, { childList: true });
  }

  /** Shows the oldest of the messages that are kept, and says how many follow: none is lost unseen. */
  #takeTurns() {
    const kept = [...this.querySelectorAll('.toast.kept')];
    kept.forEach((toast, place) => {
      toast.toggleAttribute('hidden', place >= this.#most);
    });
    const n = kept.length - this.#most;
    this.#more.textContent = n > 0 ? t('messagesFollow', { n }) : '';
    kept[this.#most - 1]?.querySelector('.toast-text')?.append(this.#more);
  }

  /** @returns {number} How many messages of a kind are shown at once. */
  get #most() {
    return innerWidth < narrowPx && !this.isForReminders ? 1 : toastsMax;
  }

  /**
   * @param {string} text
   * @param {ToastAction | ToastAction[] | null} [action]
   * @param {ToastTone} [tone] Plain ones and those about being offline vanish by themselves; the
   *   others stay until closed, or until there's another one if they aren't to be kept. Those that are kept
   *   are shown one after the other if there are many.
   * @returns {HTMLElement} The message.
   */
  show(text, action = null, tone = 'plain') {
    const toast = element('div', { class: `toast ${tone}` });
    const leaving = (/** @type {ToastAction} */ { label, run }) =>
      element('button', {
        type: 'button',
        text: label,
        onclick: () => {
          toast.remove();
          run();
        },
      });
    toast.append(
      element('span', { class: 'toast-text', text }),
      element(
        'span',
        { class: 'toast-actions' },
        ...(action ? [action].flat() : []).map(leaving),
        iconButton('close', t('close'), () => dismiss(toast)),
      ),
    );
    this.append(toast);
    letSwipe(toast);
    const passing = [...this.querySelectorAll('.toast:not(.kept)')];
    for (const old of passing.slice(0, Math.max(0, passing.length - this.#most))) old.remove();
    if (tone === 'plain' || tone === 'offline') leaveLater(toast);
    return toast;
  }

  /** @param {string} [which] The earlier messages to remove. */
  clear(which = '.toast:not(.kept)') {
    for (const toast of this.querySelectorAll(which)) toast.remove();
  }
}

/** @param {HTMLElement} toast A message, which is told that the user has closed it. */
function dismiss(toast) {
  if (!toast.isConnected) return;
  toast.remove();
  toast.dispatchEvent(new Event('dismissed'));
}

/** @param {HTMLElement} toast */
function leaveLater(toast) {
  setTimeout(() => {
    if (toast.matches(':hover, :focus-within')) leaveLater(toast);
    else toast.remove();
  }, shownMs);
}

/** @param {HTMLElement} toast A message that a finger can swipe away. */
function letSwipe(toast) {
  let fromPx = NaN;
  toast.addEventListener('pointerdown', ({ pointerType, clientX }) => {
    if (pointerType === 'touch') fromPx = clientX;
  });
  toast.addEventListener('pointermove', ({ clientX }) => {
    if (Number.isNaN(fromPx)) return;
    toast.style.translate = `${clientX - fromPx}px`;
    if (Math.abs(clientX - fromPx) > swipePx) dismiss(toast);
  });
  for (const name of ['pointerup', 'pointercancel'])
    toast.addEventListener(name, () => {
      fromPx = NaN;
      toast.style.translate = '';
    });
}

customElements.define('toast-stack', ToastStack);
