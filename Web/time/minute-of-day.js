/** @param {string} time "09:30", or with seconds. @returns {number} Minutes since midnight. */
export const minuteOfDay = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
