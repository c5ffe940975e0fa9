// Notes as people read them. Other programs write HTML into them; the stored text stays as it is.

const block = 'p|div|tr|table|ul|ol|h[1-6]|blockquote|pre|section|article|header|footer';
const inline =
  'a|b|i|u|s|em|strong|span|font|small|sub|sup|code|tt|big|del|ins|mark|center|html-blob';
const other = 'html|head|body|title|meta|link|tbody|thead|td|th|img|wbr';
const name = `(?:br|hr|li|${block}|${inline}|${other})`;
/** What may follow the name in a tag. */
const rest = '(?:\\s[^<>]*)?/?>';
/** A tag with one of the known names; "a < b" and "<anna@example.org>" aren't tags. */
const tag = new RegExp(`</?${name}${rest}`, 'i');
/** @type {Record<string, string>} */
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** An address ends before a full stop or bracket that follows it. */
const address = /https?:\/\/[^\s<>"“”]+[^\s<>"“”.,;:!?'’)\]}]/giu;

/** The most addresses of a text that are links: each is an element, and anybody may write thousands. */
const linksMax = 200;
/** How much of some notes is read as HTML; the rest stays as it was written. */
const readMax = 64 * 1024;
/** Lines that a tag begins or ends, by what it's replaced with. */
const breaks = [
  { tag: new RegExp(`^<(?:br|hr)${rest}`, 'i'), text: '\n' },
  { tag: new RegExp(`^<li${rest}`, 'i'), text: '\n• ' },
  { tag: new RegExp(`^</(?:${block})\\s*>`, 'i'), text: '\n' },
];

/**
 * @param {string} text @param {number} max How much of it is read as HTML.
 * @returns {string} The text without the tags of HTML, as it would look; unchanged if it has none.
 */
export function plainNotes(text, max = readMax) {
  const html = text.slice(0, max);
  if (!tag.test(html)) return text;
  const lines = withoutTags(html)
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, character)
    .split('\n')
    .map((line) => line.trimEnd());
  return (
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim() + text.slice(max)
  );
}

/**
 * Reads the text once from start to end: anybody may write it, and what looked back for each tag
 * would stop the page.
 *
 * @param {string} html @returns {string}
 */
function withoutTags(html) {
  const hiddenEnd = hiddenPartsOf(html);
  const tags = /<!--|<[^<>]*>/g;
  /** @type {string[]} */
  const plain = [];
  let from = 0;
  /** @type {{ target: string, words: string[] } | null} The link that is being read. */
  let link = null;
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    const { 0: all = '' } = found;
    const end = hiddenEnd(all, found.index) || (tag.test(all) ? tags.lastIndex : 0);
    if (end === 0) continue;
    const lineBreak = breaks.find((each) => each.tag.test(all))?.text ?? '';
    (link?.words ?? plain).push(html.slice(from, found.index), lineBreak);
    from = end;
    tags.lastIndex = end;
    const target = /^<a\s[^<>]*?href=(["'])(.*?)\1/i.exec(all)?.[2];
    if (target !== undefined) link ??= { target, words: [] };
    if (!link || !/^<\/a\s*>/i.test(all)) continue;
    plain.push(linkText(link.target, link.words.join('')));
    link = null;
  }
  return [...plain, ...(link?.words ?? []), html.slice(from)].join('');
}

/**
 * @param {string} html
 * @returns {(tag: string, start: number) => number} Where the comment, script or style sheet ends that
 *   begins with the tag; 0 if none does, or if it has no end.
 */
function hiddenPartsOf(html) {
  /** @type {Set<string>} What has no further end. */
  const endless = new Set();
  return (all, start) => {
    if (/^<!doctype\b/i.test(all)) return start + all.length;
    const kind = /^<(!--|script\b|style\b)/i.exec(all)?.[1]?.toLowerCase();
    if (!kind || endless.has(kind)) return 0;
    const end = kind === '!--' ? /-->/g : new RegExp(`</${kind}\\s*>`, 'gi');
    end.lastIndex = start + all.length;
    if (end.test(html)) return end.lastIndex;
    endless.add(kind);
    return 0;
  };
}

/** @param {string} target @param {string} words @returns {string} */
function linkText(target, words) {
  const shown = words.trim();
  if (!/^https?:/i.test(target) || shown.includes(target)) return shown;
  return shown ? `${shown} (${target})` : target;
}

/** @param {string} all @param {string} decimal @param {string} hex @param {string} named */
function character(all, decimal, hex, named) {
  if (named) return entities[named.toLowerCase()] ?? all;
  const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    ? String.fromCodePoint(code)
    : all;
}

/**
 * @param {string} text Its first addresses are found.
 * @returns {{ text: string, href: string }[]} Its pieces in order; `href` is empty for those that
 *   aren't the address of a web page.
 */
export function linkedPieces(text) {
  /** @type {{ text: string, href: string }[]} */
  const pieces = [];
  let [from, links] = [0, 0];
  for (const { 0: href = '', index = 0 } of text.matchAll(address)) {
    if (index > from) pieces.push({ text: text.slice(from, index), href: '' });
    pieces.push({ text: href, href });
    from = index + href.length;
    links += 1;
    if (links === linksMax) break;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: '' });
  return pieces;
}
