/** The longest line that quick add takes. */
const lineMax = 1000;

/**
 * Turns shared text into a new event: a line for quick add, and the rest as notes and link.
 *
 * @param {Omit<SharedThing, 'files'>} shared Some programs put a link into the text, others into
 *   its own field.
 * @returns {{ line: string, notes: string, url: string }}
 */
export function eventOfText({ title, text, url }) {
  const link = url || (/\bhttps?:\/\/\S+/.exec(text)?.[0] ?? '');
  const words = (url ? text : text.replace(link, '')).trim();
  const [first = '', ...rest] = words.split('\n').map((line) => line.trim());
  const line = title || first || link;
  const notes = (title ? [first, ...rest] : rest).join('\n').trim();
  if (line.length <= lineMax) return { line, notes: notes === line ? '' : notes, url: link };
  // Notes repeat the line only if they don't begin with it already, and it isn't the link.
  const isElsewhere = words.startsWith(line) || line === link;
  return {
    line: line.slice(0, lineMax),
    notes: isElsewhere ? words : `${line}\n${words}`.trim(),
    url: link,
  };
}
