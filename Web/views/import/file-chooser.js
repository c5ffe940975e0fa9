import { element } from '../../dom/element.js';

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
