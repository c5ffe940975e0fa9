import { showNews } from '../dom/page-title.js';
import { isOthers, titleOf } from '../i18n/calendar-owners.js';
import { t } from '../i18n/strings.js';
import { nextSoon } from '../state/next-event.js';
import { addDays } from '../time/civil-date.js';
import { clock } from '../time/clock.js';
import { everyMinute } from '../time/minute-clock.js';

/**
 * Says in the page's title which of the user's events begins within ten minutes: a tab is seen while
 * one works in another.
 *
 * @param {EventModel} model @param {AbortSignal} signal
 */
export function sayNextInTitle({ agenda }, signal) {
  const say = () => showNews(soonText(agenda));
  // A page in the background draws nothing, so its agenda doesn't change by the minute.
  everyMinute(say, signal);
  agenda.addEventListener('change', say, { signal });
  signal.addEventListener('abort', () => showNews(''));
}

/**
 * @param {Pick<Agenda, 'engine' | 'today'>} agenda
 * @returns {string} "In 8 min: Review"; empty if nothing begins soon.
 */
export function soonText({ engine, today }) {
  if (!engine) return '';
  const events = [today, addDays(today, 1)]
    .flatMap((date) => engine.day(date))
    .filter(({ calendar }) => !isOthers(calendar));
  const soon = nextSoon(events, `${today}T${clock.time()}:00`);
  return soon ? t('beginsSoon', { n: soon.minutes, title: titleOf(soon.event) }) : '';
}
