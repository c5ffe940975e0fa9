import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/**
 * Accepts files dropped anywhere on the page.
 *
 * @param {(files: File[]) => void} take @param {AbortSignal} signal
 */
export function acceptDrops(take, signal) {
  const veil = element(
    'div',
    { class: 'drop-veil', 'aria-hidden': 'true' },
    element('p', { text: t('importDrop') }),
  );
  const carriesFile = (/** @type {DragEvent} */ event) =>
    event.dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener(
    'dragover',
    (event) => {
      if (!carriesFile(event)) return;
      event.preventDefault();
      if (!veil.isConnected) document.body.append(veil);
    },
    { signal },
  );
  document.addEventListener(
    'dragleave',
    (event) => {
      if (!event.relatedTarget) veil.remove();
    },
    { signal },
  );
  document.addEventListener(
    'drop',
    (event) => {
      if (!carriesFile(event)) return;
      event.preventDefault();
      veil.remove();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0 && !document.querySelector('dialog[open]')) take(files);
    },
    { signal },
  );
}
