import { daysText, timeText, wordingCalendar, wordingLocale } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';

/**
 * What the inbox says of a proposal: when it would be, and how many people have answered.
 *
 * @param {WaitingCandidate[]} times Those that wait for the user's answer, by start.
 * @param {string} today
 * @returns {string} "Wed, 11 Mar, 19:00 · 2 of 4 answered"; of several times "3 times, 11 – 20 Mar · 2
 *   of 4 answered".
 */
export const waitingFacts = (times, today) =>
  [whenText(times, today), answeredText(times)].filter(Boolean).join(' · ');

/** @param {WaitingCandidate[]} times @param {string} today */
function whenText(times, today) {
  const [first] = times;
  const last = times.at(-1);
  if (!first || !last) return '';
  if (times.length > 1)
    return t('timesBetween', { n: times.length, days: rangeText(first.start, last.start) });
  const { allDay, start, lastDate } = first;
  if (allDay) return daysText(start, lastDate, today);
  return `${daysText(start, start, today)}, ${timeText(start)}`;
}

/** @param {string} first @param {string} last @returns {string} "11 – 20 Mar". */
function rangeText(first, last) {
  const format = new Intl.DateTimeFormat(wordingLocale(), {
    day: 'numeric',
    month: 'short',
    calendar: wordingCalendar(),
    timeZone: 'UTC',
  });
  const [from, to] = [first, last].map((time) => Date.parse(time.slice(0, 10)));
  return format.formatRange(from ?? 0, to ?? 0);
}

/** @param {WaitingCandidate[]} times @returns {string} By the time that most people answered. */
function answeredText(times) {
  const counts = times.map(({ proposal: { yes, maybe, no, missing } }) => ({
    n: yes + maybe + no,
    all: yes + maybe + no + missing,
  }));
  const most = counts.reduce((best, each) => (each.n > best.n ? each : best), { n: 0, all: 0 });
  const all = Math.max(0, ...counts.map((each) => each.all));
  return all > 0 ? t('answeredOf', { n: most.n, all }) : '';
}
