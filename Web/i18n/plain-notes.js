// Notes as people read them. Other programs write HTML into them; the stored text stays as it is.

const block = 'p|div|tr|table|ul|ol|h[1-6]|blockquote|pre|section|article|header|footer';
const inline =
  'a|b|i|u|s|em|strong|span|font|small|sub|sup|code|tt|big|del|ins|mark|center|html-blob';
const other = 'html|head|body|title|meta|link|tbody|thead|td|th|img|wbr';
const name = `(?:br|hr|li|${block}|${inline}|${other})`;
/** A tag with one of the known names; "a < b" and "<anna@example.org>" aren't tags. */
const tag = new RegExp(`</?${name}(?:\\s[^<>]*)?/?>`, 'i');
/** @type {Record<string, string>} */
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** An address ends before a full stop or bracket that follows it. */
const address = /https?:\/\/[^\s<>"“”]+[^\s<>"“”.,;:!?'’)\]}]/giu;

/**
 * @param {string} text
 * @returns {string} The text without the tags of HTML, as it would look; unchanged if it has none.
 */
export function plainNotes(text) {
  if (!tag.test(text)) return text;
  const all = (/** @type {string} */ names) => new RegExp(`<(?:${names})(?:\\s[^<>]*)?/?>`, 'gi');
  return text
    .replace(/<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi, '')
    .replace(/<!--[^]*?-->|<!doctype\b[^>]*>/gi, '')
    .replace(/<a\s[^<>]*?href=(["'])(.*?)\1[^<>]*>([^]*?)<\/a\s*>/gi, linkText)
    .replace(all('br|hr'), '\n')
    .replace(all('li'), '\n• ')
    .replace(new RegExp(`</(?:${block})\\s*>`, 'gi'), '\n')
    .replace(new RegExp(tag, 'gi'), '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, character)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** @param {string} _ @param {string} __ @param {string} target @param {string} words */
function linkText(_, __, target, words) {
  const shown = words.replace(new RegExp(tag, 'gi'), '').trim();
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
 * @param {string} text
 * @returns {{ text: string, href: string }[]} Its pieces in order; `href` is empty for those that
 *   aren't the address of a web page.
 */
export function linkedPieces(text) {
  /** @type {{ text: string, href: string }[]} */
  const pieces = [];
  let from = 0;
  for (const { 0: href = '', index = 0 } of text.matchAll(address)) {
    if (index > from) pieces.push({ text: text.slice(from, index), href: '' });
    pieces.push({ text: href, href });
    from = index + href.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: '' });
  return pieces;
}
