import { t } from './strings.js';

/** The most people that are named. */
const namesMax = 6;

/**
 * @param {BusyOthers} found
 * @returns {string} A sentence about who else is busy; empty if nobody is, as far as is known.
 */
export function busyText({ busy, isAll, clashes, dates }) {
  if (busy.length === 0) return '';
  const repeats = dates > 1;
  if (isAll && busy.length > 1 && !repeats) return t('busyAll');
  const left = busy.length - namesMax;
  const named = busy
    .slice(0, left > 1 ? namesMax : busy.length)
    .map(({ name, n }) => (clashes > 1 ? t('busyTimes', { name, n }) : name));
  const names = new Intl.ListFormat(document.documentElement.lang).format([
    ...named,
    ...(left > 1 ? [t('moreFound', { n: left })] : []),
  ]);
  return repeats
    ? t('busyDates', { n: clashes, all: dates, names })
    : t('busyThen', { n: busy.length, names });
}
