// The paragraphs about a call that other programs write into an event's notes: how to join, numbers
// to dial, and what not to edit.

/** Frames around such a text: what begins and ends it, and what must be in it. */
const frames = [
  // Google: lines of "-::~:~::~:~".
  { frame: /^-::~:.*$[^]*^-::~:.*$/m, sign: /https:\/\/(meet|tel)\.(google\.com|meet)\//i },
  // Teams, and Zoom's add-ons: the lines are underscores or drawn.
  {
    frame: /^[_─]{10,}[ \t]*$[^]*^[_─]{10,}[ \t]*$/m,
    sign: /teams\.(microsoft|live|cloud)|\bzoom\b/i,
  },
  // Webex: to the end.
  { frame: /^-- Do not delete or change any of the following text\. --[^]*/m, sign: /webex/i },
];
/** How Zoom's own text begins, and the last lines that it may end with. */
const zoomStart = /^(.*\bscheduled Zoom meeting\.?|Join Zoom Meeting)[ \t]*$/im;
const zoomLine = /\bzoom(gov)?\.(us|com)\/|^(Meeting ID|Passcode|One tap mobile|Find your local)/i;

/**
 * Splits notes into what somebody wrote and what a program wrote about the call.
 *
 * @param {string} notes Without HTML.
 * @returns {{ own: string, call: string }} Both trimmed; `call` is empty if there's no such text.
 */
export function splitCall(notes) {
  for (const { frame, sign } of frames) {
    const found = frame.exec(notes);
    const text = found?.[0] ?? '';
    if (sign.test(text)) return cut(notes, found?.index ?? 0, text.length);
  }
  const zoom = zoomStart.exec(notes);
  return zoom ? cut(notes, zoom.index, zoomLength(notes.slice(zoom.index))) : cut(notes, 0, 0);
}

/** @param {string} text Notes from where Zoom's text begins. @returns {number} */
function zoomLength(text) {
  let [place, end] = [0, 0];
  for (const line of text.split('\n')) {
    place += line.length + 1;
    if (end === 0 || zoomLine.test(line)) end = place;
  }
  return end;
}

/** @param {string} notes @param {number} start @param {number} length */
function cut(notes, start, length) {
  const own = [notes.slice(0, start), notes.slice(start + length)].map((part) => part.trim());
  return {
    own: own.filter(Boolean).join('\n\n'),
    call: notes
      .slice(start, start + length)
      .replace(/^([_─]{10,}|-::~:.*)$/gm, '')
      .trim(),
  };
}
