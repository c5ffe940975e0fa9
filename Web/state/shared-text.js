/** As long as the line of the quick add may be. */
const lineMax = 1000;

/**
 * A new event out of a text that somebody shared: the line that is read as one types, and what else
 * there was.
 *
 * @param {Omit<SharedThing, 'files'>} shared A program may put a link into the text, or into its
 *   own field.
 * @returns {{ line: string, notes: string, url: string }}
 */
export function eventOfText({ title, text, url }) {
  const link = url || (/\bhttps?:\/\/\S+/.exec(text)?.[0] ?? '');
  const words = (url ? text : text.replace(link, '')).trim();
  const [first = '', ...rest] = words.split('\n').map((line) => line.trim());
  const line = title || first || link;
  const notes = (title ? [first, ...rest] : rest).join('\n').trim();
  if (line.length <= lineMax) return { line, notes: notes === line ? '' : notes, url: link };
  // The text may begin with the line anyway, and a link has its own field.
  const isElsewhere = words.startsWith(line) || line === link;
  return {
    line: line.slice(0, lineMax),
    notes: isElsewhere ? words : `${line}\n${words}`.trim(),
    url: link,
  };
}
