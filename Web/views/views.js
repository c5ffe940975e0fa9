/**
 * @typedef {'month-view' | 'timeline-view' | 'year-view' | 'agenda-view' | 'board-view'} ViewTag
 */

/**
 * The views, each with its element, name and shortcut letter. All but the month are loaded when
 * they're first opened.
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
