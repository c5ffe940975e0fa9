const parameter = /;TZID=(?:"([^"]*)"|([^":;,\r\n]+))/g;

/**
 * @param {string} ical
 * @returns {string[]} The zones that its times name, each once. A name that is folded over two
 *   lines is not found.
 */
export function zonesNamed(ical) {
  return [
    ...new Set(Array.from(ical.matchAll(parameter), ([, quoted, plain]) => quoted ?? plain ?? '')),
  ];
}
