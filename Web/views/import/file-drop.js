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

/**
 * Asks for files with the system's file chooser.
 *
 * @param {(files: File[]) => void} take
 */
export function chooseFile(take) {
  const input = element('input', {
    type: 'file',
    accept: '.ics,.ical,.zip,text/calendar,application/zip',
    multiple: true,
    hidden: true,
  });
  input.addEventListener('change', () => {
    take([...(input.files ?? [])]);
    input.remove();
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}
