import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { DroppedFolder } from '../../state/dropped-folder.js';

/** Addresses that lead to a calendar rather than to a page. */
const calendarAddress = /^webcals?:|\.ics(?:[?#]|$)/i;

/**
 * Accepts files and folders dropped anywhere on the page, and the addresses of calendars.
 *
 * @param {(files: (File | DroppedFolder)[]) => void} take @param {AbortSignal} signal
 */
export function acceptDrops(take, signal) {
  const veil = element(
    'div',
    { class: 'drop-veil', 'aria-hidden': 'true' },
    element('p', { text: t('importDrop') }),
  );
  document.addEventListener(
    'dragover',
    (event) => {
      if (!isTaken(event)) return;
      event.preventDefault();
      // A dragged link shows where it leads only when it's dropped.
      if (!veil.isConnected && carries(event, 'Files')) document.body.append(veil);
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
      if (!isTaken(event)) return;
      event.preventDefault();
      veil.remove();
      if (document.querySelector('dialog[open]')) return;
      const files = filesOf(event);
      const [address = ''] = event.dataTransfer?.getData('text/uri-list').split(/[\r\n]/) ?? [];
      if (files.length > 0) take(files);
      else if (calendarAddress.test(address)) tell(document, 'subscribe-to', { address });
    },
    { signal },
  );
}

/** @param {DragEvent} event @returns {(File | DroppedFolder)[]} */
function filesOf({ dataTransfer }) {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const files = [...(dataTransfer?.files ?? [])];
  return files.map((file, index) => {
    const entry = items[index]?.webkitGetAsEntry();
    return entry?.isDirectory
      ? new DroppedFolder(/** @type {FileSystemDirectoryEntry} */ (entry))
      : file;
  });
}

/** @param {DragEvent} event @param {string} type */
const carries = ({ dataTransfer }, type) => dataTransfer?.types.includes(type) ?? false;

/**
 * Whether the page handles the dragged content, rather than the browser.
 *
 * @param {DragEvent} event
 */
const isTaken = (event) =>
  carries(event, 'Files') ||
  // A link dropped on a field is text for that field.
  (carries(event, 'text/uri-list') &&
    !(event.target instanceof Element && event.target.matches('input, textarea')));
