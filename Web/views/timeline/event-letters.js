// How large the letters of a title are, so that its words stay whole where that is possible.

/**
 * Its letters are as large as their line is wide, which has the room beside the bar; in less than
 * that the bar gives way, and then the letters.
 */
const slimLettersPx = 11,
  slimLettersMinPx = 7,
  slimLine = 1.1,
  barPx = 3;
/** What of an event's width its title does not have. */
const besidePx = 12,
  besideSmallPx = 6;
/** Letters, and how small they may become for a word to stay whole. */
const lettersPx = 13,
  lettersMinPx = 11,
  smallLettersPx = 11,
  smallLettersMinPx = 8.5;
/** No letter is wider than this for its height. */
const widestLetter = 1.2;
/** What measures words, in letters so large; made when the first is measured. */
const measuredPx = 100;
/** @type {CanvasRenderingContext2D | null} */
let pen = null;
/** Words that were measured; after so many it begins anew. @type {Map<string, number>} */
const widths = new Map();
const widthsMax = 5_000;

/**
 * @param {number} roomPx
 * @returns {number} How large letters can be that go from top to bottom, none of them cut; 0 where
 *   nobody could read them.
 */
export function slimLetters(roomPx) {
  const largestPx = Math.min(slimLettersPx, (roomPx - barPx) / slimLine);
  const sizePx = largestPx < slimLettersMinPx ? roomPx / slimLine : largestPx;
  return sizePx < slimLettersMinPx ? 0 : Math.floor(sizePx * 10) / 10;
}

/** @param {number} roomPx @returns {boolean} Whether letters from top to bottom leave no room for the bar. */
export const isBarless = (roomPx) => roomPx - barPx < slimLettersMinPx * slimLine;

/**
 * @param {string} title @param {number} roomPx @param {boolean} isSmall
 * @returns {number} How large its letters are: somewhat smaller where that keeps whole a word that
 *   would be cut.
 */
export function acrossLetters(title, roomPx, isSmall) {
  const [usualPx, leastPx, besidesPx] = isSmall
    ? [smallLettersPx, smallLettersMinPx, besideSmallPx]
    : [lettersPx, lettersMinPx, besidePx];
  if (title.length * usualPx * widestLetter <= roomPx - besidesPx) return usualPx;
  // Behind a hyphen, and between signs of the East, a line may end.
  const fittingPx = (title.match(/[^\s\-–/\u2e80-\uffff]+/g) ?? []).map(
    (word) => Math.floor(((roomPx - besidesPx) / widthOf(word)) * 10) / 10,
  );
  return Math.min(usualPx, ...fittingPx.filter((px) => px >= leastPx));
}

/** @param {string} word @returns {number} How wide it is for the height of its letters. */
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
