import { openDialog } from '../../components/modal-dialog.js';
import { OccurrenceButton } from '../../components/occurrence-button.js';
import { placePopover } from '../../components/popover-position.js';
import { element } from '../../dom/element.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { timeAt } from '../../layout/hour-strip.js';
import { ownFirst } from '../../layout/own-first.js';
import { dateOfDay } from '../../time/civil-date.js';

/** @param {number} day @param {{ from: number, to: number }} time */
function clockTimes(day, { from, to }) {
  return t('fromTo', { start: timeText(timeAt(day, from)), end: timeText(timeAt(day, to)) });
}

/**
 * @param {CrowdedTime} time @param {number} day
 * @returns {HTMLElement} A button with the number of events that have no room.
 */
export function countButton(time, day) {
  const n = time.keys.length;
  const button = element('button', {
    type: 'button',
    class: 'hours-more',
    tabindex: -1,
    'data-key': time.key,
    'aria-haspopup': 'dialog',
    'aria-label': t('moreAtTime', { n, time: clockTimes(day, time) }),
    text: t('more', { n }),
  });
  for (const name of /** @type {const} */ (['from', 'to']))
    button.style.setProperty(`--${name}`, String(time[name]));
  return button;
}

/**
 * Lists all events of a crowded time beside its count, those that are drawn among them and the user's
 * own first.
 *
 * @param {TimelineParts} parts @param {HTMLElement} button
 */
export function showCrowded(parts, button) {
  const column = [...parts.columns.values()].find(({ element: part }) => part.contains(button));
  const time = column?.shown?.more.find(({ key }) => key === button.dataset['key']);
  if (!column?.shown || !time) return;
  const drawn = column.shown.pieces.filter(({ from, to }) => from < time.to && to > time.from);
  const keys = new Set([...time.keys, ...drawn.map(({ key }) => key)]);
  const date = dateOfDay(column.day);
  const events = (parts.agenda()?.engine?.day(date) ?? []).filter(({ key }) => keys.has(key));
  const items = ownFirst(events).map((event) => {
    const occurrence = new OccurrenceButton();
    occurrence.show(event, date);
    return element('li', {}, occurrence.element);
  });
  const list = element('ul', { class: 'day-events' }, ...items);
  const { dialog, close } = openDialog({
    title: `${dateText(date, 'short')}, ${clockTimes(column.day, time)}`,
    kind: 'popover',
    isModal: false,
    body: [list],
  });
  list.addEventListener('event-open', () => close());
  placePopover(dialog, button.getBoundingClientRect());
}
