import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { iconButton } from './icon-button.js';

const shownMs = 8000;
const toastsMax = 3;

/**
 * Short messages at the foot of the page, most with a way back. They wait while pointed at or
 * focused.
 */
export class ToastStack extends HTMLElement {
  connectedCallback() {
    this.setAttribute('role', 'region');
    this.ariaLabel = t('messages');
  }

  /**
   * @param {string} text
   * @param {ToastAction | ToastAction[] | null} [action]
   * @param {ToastTone} [tone] All but a plain one stay until they are closed; of a draft there may
   *   be any number.
   */
  show(text, action = null, tone = 'plain') {
    const toast = element('div', { class: `toast ${tone}` }, element('span', { text }));
    for (const { label, run } of action ? [action].flat() : []) {
      toast.append(
        element('button', {
          type: 'button',
          text: label,
          onclick: () => {
            toast.remove();
            run();
          },
        }),
      );
    }
    toast.append(iconButton('close', t('close'), () => toast.remove()));
    this.append(toast);
    const others = this.querySelectorAll('.toast:not(.draft)');
    for (const old of [...others].slice(0, Math.max(0, others.length - toastsMax))) old.remove();
    if (tone === 'plain') leaveLater(toast);
  }

  /**
   * @param {string} [which] Takes away what was said before; reminders stay, and what leads to a
   *   draft, which would be lost.
   */
  clear(which = '.toast:not(.reminder, .draft)') {
    for (const toast of this.querySelectorAll(which)) toast.remove();
  }
}

/** @param {HTMLElement} toast */
function leaveLater(toast) {
  setTimeout(() => {
    if (toast.matches(':hover, :focus-within')) leaveLater(toast);
    else toast.remove();
  }, shownMs);
}

customElements.define('toast-stack', ToastStack);
