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
      .map((part) => String(part).padStart(2, '0')).join('-');
  },
  /** @returns {number} Milliseconds to the next local midnight. */
  untilMidnightMs() {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
  },
  /** @returns {string} The moment in iCalendar's UTC form, for DTSTAMP. */
  stamp: () => `${new Date().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`,
  /** @returns {string} An id that nobody else will make. */
  uid: () => crypto.randomUUID(),
};
