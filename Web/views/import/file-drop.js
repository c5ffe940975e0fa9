import { element } from '../../lib/dom.js';
import { t } from '../../lib/strings.js';

/**
 * Takes a file dropped anywhere on the page.
 *
 * @param {(file: File) => void} take @param {AbortSignal} signal
 */
export function acceptDrops(take, signal) {
  const veil = element('div', { class: 'drop-veil', 'aria-hidden': 'true' }, element('p', { text: t('importDrop') }));
  const carriesFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    if (!veil.isConnected) document.body.append(veil);
  }, { signal });
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) veil.remove();
  }, { signal });
  document.addEventListener('drop', (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    veil.remove();
    const file = event.dataTransfer?.files[0];
    if (file && !document.querySelector('dialog[open]')) take(file);
  }, { signal });
}

/**
 * Asks for a file by the system's own chooser.
 *
 * @param {(file: File) => void} take
 */
export function chooseFile(take) {
  const input = element('input', { type: 'file', accept: '.ics,.ical,text/calendar', hidden: true });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) take(file);
    input.remove();
  });
  input.addEventListener('cancel', () => input.remove());
  document.body.append(input);
  input.click();
}
