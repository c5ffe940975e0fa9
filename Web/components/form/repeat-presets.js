import { monthlyChoices } from '../../time/monthly-choices.js';

const workdays = [1, 2, 3, 4, 5];

/**
 * The ways to repeat that people have a name for.
 *
 * @param {string} start Of the event.
 * @param {number[]} chosen The weekdays that are chosen now.
 * @returns {{ name: string, kind: string, weekdays: number[], monthly: string }[]}
 */
export function repeatPresets(start, chosen) {
  const { weekday: own, nth, isLast } = monthlyChoices(start);
  // From Monday to Friday, which somebody may keep while moving the start to a Sunday.
  const isForWork = workdays.includes(own) || chosen.join() === workdays.join();
  const monthly = ['date', ...(nth <= 4 ? ['nth'] : []), ...(isLast ? ['last'] : [])];
  return [
    { name: 'daily', kind: 'daily', weekdays: [], monthly: '' },
    ...(isForWork ? [{ name: 'workdays', kind: 'weekly', weekdays: workdays, monthly: '' }] : []),
    { name: 'weekly', kind: 'weekly', weekdays: [own], monthly: '' },
    ...monthly.map((each) => ({
      name: each === 'date' ? 'monthly' : each,
      kind: 'monthly',
      weekdays: [],
      monthly: each,
    })),
    { name: 'yearly', kind: 'yearly', weekdays: [], monthly: 'date' },
  ];
}
