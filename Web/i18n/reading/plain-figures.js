/** The digits of mathematical alphabets, which are consecutive. */
const mathematicalZero = 0x1d7ce,
  mathematicalLast = 0x1d7ff;

/**
 * @param {string} text
 * @returns {string} The text with ASCII digits and without marks of direction.
 */
export function plainFigures(text) {
  return text
    .replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .replace(/\p{Cf}/gu, '')
    .trim();
}

/** @param {string} digit In any script. @returns {number} */
function valueOf(digit) {
  const code = digit.codePointAt(0) ?? 0;
  if (code >= mathematicalZero && code <= mathematicalLast) return (code - mathematicalZero) % 10;
  // Unicode gives every script ten digits in a row, which start at the first or the seventh place of 16.
  const row = code - (code % 16);
  return code - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6);
}
