// How large a title's letters are: words stay whole where possible.

/**
 * A title from top to bottom is as large as fits beside the bar. If that's too small to read, the
 * bar is left out; if it still is, the letters are too.
 */
const slimLettersPx = 11,
  slimLettersMinPx = 7,
  slimLine = 1.1,
  barPx = 3;
/** The part of an event's width that its title can't use. */
const besidePx = 12,
  besideSmallPx = 6;
/** The size of letters, and how small they may get to keep a word whole. */
const lettersPx = 13,
  lettersMinPx = 11,
  smallLettersPx = 11,
  smallLettersMinPx = 8.5;
/** No letter is wider than this, in parts of its size. */
const widestLetter = 1.2;
/** Words are measured in letters this large; `pen` is made for the first one. */
const measuredPx = 100;
/** @type {CanvasRenderingContext2D | null} */
let pen = null;
/** The widths of words; emptied after this many. @type {Map<string, number>} */
const widths = new Map();
const widthsMax = 5_000;

/**
 * @param {number} roomPx
 * @returns {number} The size of letters that go from top to bottom uncut; 0 if it's too small to
 *   read.
 */
export function slimLetters(roomPx) {
  const largestPx = Math.min(slimLettersPx, (roomPx - barPx) / slimLine);
  const sizePx = largestPx < slimLettersMinPx ? roomPx / slimLine : largestPx;
  return sizePx < slimLettersMinPx ? 0 : Math.floor(sizePx * 10) / 10;
}

/** @param {number} roomPx @returns {boolean} Whether readable letters leave no room for the bar. */
export const isBarless = (roomPx) => roomPx - barPx < slimLettersMinPx * slimLine;

/**
 * @param {string} title @param {number} roomPx @param {boolean} isSmall
 * @returns {number} The size of its letters, somewhat smaller if that keeps a word from being cut.
 */
export function acrossLetters(title, roomPx, isSmall) {
  const [usualPx, leastPx, besidesPx] = isSmall
    ? [smallLettersPx, smallLettersMinPx, besideSmallPx]
    : [lettersPx, lettersMinPx, besidePx];
  if (title.length * usualPx * widestLetter <= roomPx - besidesPx) return usualPx;
  // Lines may break after a hyphen or slash, and between CJK characters.
  const fittingPx = (title.match(/[^\s\-–/\u2e80-\uffff]+/g) ?? []).map(
    (word) => Math.floor(((roomPx - besidesPx) / widthOf(word)) * 10) / 10,
  );
  return Math.min(usualPx, ...fittingPx.filter((px) => px >= leastPx));
}

/** @param {string} word @returns {number} Its width, in parts of the size of its letters. */
function widthOf(word) {
  if (!pen) {
    pen = document.createElement('canvas').getContext('2d');
    if (pen)
      pen.font = `600 ${measuredPx}px ${getComputedStyle(document.documentElement).fontFamily}`;
  }
  let width = widths.get(word);
  if (width === undefined) {
    if (widths.size >= widthsMax) widths.clear();
    widths.set(word, (width = (pen?.measureText(word).width ?? 0) / measuredPx));
  }
  return width;
}
