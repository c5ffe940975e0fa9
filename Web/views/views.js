/**
 * @typedef {'month-view' | 'timeline-view' | 'year-view' | 'agenda-view' | 'board-view'} ViewTag
 */

/**
 * The views there are: the element each is shown by, its name and its letter. One that is not in
 * the first script is loaded when it is asked for.
 *
 * @type {Partial<Record<ViewName, { tag: ViewTag, label: Message, letter: string }>>}
 */
export const views = {
  day: { tag: 'timeline-view', label: 'viewDay', letter: 'd' },
  days: { tag: 'timeline-view', label: 'viewDays', letter: 'x' },
  week: { tag: 'timeline-view', label: 'viewWeek', letter: 'w' },
  month: { tag: 'month-view', label: 'viewMonth', letter: 'm' },
  year: { tag: 'year-view', label: 'viewYear', letter: 'y' },
  agenda: { tag: 'agenda-view', label: 'viewAgenda', letter: 'a' },
  board: { tag: 'board-view', label: 'board', letter: 'b' },
};
