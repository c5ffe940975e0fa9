const namespace = 'http://www.w3.org/2000/svg';
/** The light modules around the code that cameras need (ISO/IEC 18004). */
const margin = 4;

/**
 * Draws a QR code: dark on light in every colour scheme, because many cameras read nothing else.
 *
 * @param {string[]} rows The rows, with "1" for dark and "0" for light. @param {string} label
 * @returns {SVGSVGElement}
 */
export function qrCode(rows, label) {
  const side = rows.length + 2 * margin;
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', `${-margin} ${-margin} ${side} ${side}`);
  svg.setAttribute('class', 'qr-code');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', codePath(rows));
  svg.append(path);
  return svg;
}

/**
 * @param {string[]} rows
 * @returns {string} One rectangle for each run of dark modules: single squares would show gaps.
 */
export const codePath = (rows) =>
  rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        ({ index, 0: run = '' }) => `M${index} ${y}h${run.length}v1h${-run.length}z`,
      ),
    )
    .join('');
