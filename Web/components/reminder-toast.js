/**
 * Shows a message that stays until it's closed or an action is chosen, in the reminders' own place
 * beside those that show already.
 *
 * @param {Notices} notices @param {string} text @param {ToastAction[]} actions
 * @returns {HTMLElement} The message.
 */
export function remind({ reminders, voice }, text, actions) {
  voice.say(text);
  keepClear(reminders);
  return reminders.show(text, actions, 'reminder');
}

/**
 * Shows a message about something that others did, in the reminders' place. It ends by itself.
 *
 * @param {Notices} notices @param {string} text @param {ToastAction[]} actions
 * @returns {HTMLElement} The message.
 */
export function inform({ reminders, voice }, text, actions) {
  voice.say(text);
  keepClear(reminders);
  return reminders.show(text, actions);
}

/** What stands above a view, doesn't scroll away and can be pressed. */
const heads = '.year-top, .board-top, .board thead, .week-strip, .hours-head';
/** The lowest place of the messages, as a share of the window. */
const lowest = 0.4;
/** The pages whose messages are kept clear. @type {WeakSet<Element>} */
const kept = new WeakSet();

/**
 * Places the messages below the head of the view and beside the list of a day: reminders stay on the
 * screen, so they mustn't cover buttons.
 *
 * @param {HTMLElement} stack
 */
function keepClear(stack) {
  const shell = document.querySelector('app-shell');
  if (!shell) return;
  const place = () => {
    const bottoms = [...shell.querySelectorAll(heads)]
      .map((head) => head.getBoundingClientRect())
      .map(({ height, bottom }) => (height > 0 ? bottom : 0));
    const below = Math.min(Math.max(0, ...bottoms), innerHeight * lowest);
    stack.style.setProperty('--below', `${below}px`);
    stack.style.setProperty('--beside', `${listWidthPx(shell)}px`);
  };
  place();
  if (kept.has(shell)) return;
  kept.add(shell);
  addEventListener('resize', place);
  const observer = new MutationObserver(() => requestAnimationFrame(place));
  observer.observe(shell, { attributes: true, attributeFilter: ['class', 'data-shows'] });
}

/** @param {Element} shell @returns {number} How much of the window's end the list of a day takes from top to bottom. */
function listWidthPx(shell) {
  const rect = shell.querySelector('day-panel')?.getBoundingClientRect();
  if (!rect || rect.height === 0 || rect.top > innerHeight * lowest) return 0;
  const { left, right } = rect;
  return document.dir === 'rtl' ? right : innerWidth - left;
}
