/** The one place that reads the machine's clock and its random source. */
export const clock = {
  /** @returns {number} Seconds since 1970. */
  nowSeconds: () => Date.now() / 1000,
  /** @returns {number} Hour of the day on the user's wall clock. */
  hour: () => new Date().getHours(),
  /** @returns {string} Today's civil date where the user is. */
  today() {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  },
  /** @returns {number} Milliseconds to the next minute. */
  untilMinuteMs: () => 60_000 - (Date.now() % 60_000),
  /** @returns {string} The user's wall clock, as "09:05". */
  time() {
    const now = new Date();
    return [now.getHours(), now.getMinutes()]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
  },
  /** @returns {string} A globally unique id. */
  uid: () => crypto.randomUUID(),
};
