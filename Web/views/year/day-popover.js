import { openDialog } from '../../components/modal-dialog.js';
import { OccurrenceButton } from '../../components/occurrence-button.js';
import { placePopover } from '../../components/popover-position.js';
import { element, tell } from '../../dom/element.js';
import { dateText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';

/** The popover lists no more; the day view has them all. */
const shownMax = 12;

/**
 * Shows the events of a day above the year, with buttons to open the day or its month.
 *
 * @param {HTMLElement} view Fires what is chosen. @param {string} date
 * @param {ListedOccurrence[]} events
 * @param {DOMRect} at The place of the day's cell.
 */
export function openDay(view, date, events, at) {
  const leave = (/** @type {string} */ name, /** @type {unknown} */ detail) => () => {
    close();
    tell(view, name, detail);
  };
  const item = (/** @type {ListedOccurrence} */ event) => {
    const button = new OccurrenceButton();
    button.show(event, date);
    return element('li', {}, button.element);
  };
  const list = element('ul', { class: 'day-events' }, ...events.slice(0, shownMax).map(item));
  list.addEventListener('event-open', () => close());
  const rest = events.length - shownMax;
  const hint = rest > 0 ? t('moreFound', { n: rest }) : events.length === 0 && t('noEventsOn');
  if (hint) list.append(element('li', { class: 'hint', text: hint }));
  const { dialog, close } = openDialog({
    title: dateText(date, 'full'),
    kind: 'popover',
    isModal: false,
    body: [list],
    foot: [
      element('button', {
        type: 'button',
        class: 'quiet',
        text: t('openDay'),
        onclick: leave('view-open', { view: 'day', date }),
      }),
      element('button', {
        type: 'button',
        class: 'quiet',
        text: t('openMonth'),
        onclick: leave('view-open', { view: 'month', date }),
      }),
      element('button', {
        type: 'button',
        class: 'primary',
        text: t('newEvent'),
        onclick: leave('event-new', { first: date, last: date, allDay: false }),
      }),
    ],
  });
  placePopover(dialog, at);
}
