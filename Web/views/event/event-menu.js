import { exportEventPath } from '../../api/export-paths.js';
import { openContextMenu } from '../../components/context-menu.js';
import { namedColors } from '../../components/form/color-picker.js';
import { element, tell } from '../../dom/element.js';
import { isReadOnly, titleOf } from '../../i18n/calendar-owners.js';
import { t } from '../../i18n/strings.js';
import { changeAsked } from './edit-scope.js';
import { openCopy } from './event-copy.js';
import { fileNameOf } from './export-links.js';
import { openHistory } from './history-dialog.js';
import { openForm } from './unsaved-draft.js';

/**
 * @typedef {{ remove: (key: string) => void, clipboard:
 *   import('./event-clipboard.js').EventClipboard }} MenuActions
 */

/**
 * Opens an event's menu at a right click on it, or at the menu key, in every view. With Shift, or
 * if nothing can be done with the event, the browser's own menu opens.
 *
 * @param {EventModel} model @param {Notices} notices
 * @param {MenuActions} actions `remove` asks which dates if the event repeats.
 * @param {AbortSignal} signal
 */
export function setUpEventMenu(model, notices, actions, signal) {
  document.addEventListener(
    'contextmenu',
    (pressed) => {
      const key = pressedEvent(pressed);
      const event = key ? found(model, key) : null;
      if (!event || event.proposal || event.title === '') return;
      pressed.preventDefault();
      const parts = isReadOnly(event.calendar)
        ? partsOfOthers(model, event, actions)
        : partsOfOwn(model, event, { notices, ...actions });
      openContextMenu(titleOf(event), parts, { x: pressed.clientX, y: pressed.clientY });
    },
    { signal },
  );
}

/** @param {MouseEvent} event @returns {string | undefined} The key of the event under it. */
function pressedEvent(event) {
  const { target, shiftKey } = event;
  const pointerType = event instanceof PointerEvent ? event.pointerType : 'mouse';
  // A finger that is held on an event lifts it.
  if (pointerType === 'touch' || (pointerType === 'mouse' && shiftKey)) return undefined;
  const pressed = target instanceof Element ? target.closest('[data-key]') : null;
  if (!(pressed instanceof HTMLElement) || pressed.closest('dialog, input')) return undefined;
  return pressed.dataset['key'];
}

/** @param {EventModel} model @param {string} key @returns {EventDetail | null} Null if it's gone. */
function found({ agenda }, key) {
  try {
    return agenda.engine?.event(key) ?? null;
  } catch {
    return null;
  }
}

/** @param {EventModel} model @param {EventDetail} event @param {MenuActions} actions */
const partsOfOthers = (model, event, { clipboard }) => [
  { text: t('copy'), key: 'Mod c', run: () => void clipboard.take(event.key, false) },
  {
    text: t('duplicateToMine'),
    run: () => openCopy(model, event, model.agenda.defaultCalendar?.id ?? ''),
  },
  { text: t('history'), run: () => void openHistory(model, event) },
];

/**
 * @param {EventModel} model @param {EventDetail} event
 * @param {MenuActions & { notices: Notices }} page
 * @returns {(MenuItem | MenuGroup | null)[]}
 */
function partsOfOwn(model, event, { notices, remove, clipboard }) {
  const change = async (/** @type {Record<string, string>} */ changes) => {
    try {
      await changeAsked(model, event, changes);
    } catch (error) {
      notices.refused({ error });
    }
  };
  const calendars = model.agenda.calendarList.map(({ id, name, color }) => ({
    text: name,
    color,
    isChecked: id === event.calendar,
    run: () => void change({ calendar: id }),
  }));
  const colors = ['', ...namedColors].map((color) => ({
    text: color ? t(/** @type {Message} */ (color)) : t('calendarColor'),
    color: color || event.calendarColor,
    isChecked: color === event.color,
    run: () => void change({ color }),
  }));
  return [
    {
      text: t('edit'),
      key: 'e',
      run: () => openForm(model, event),
    },
    { text: t('duplicate'), run: () => openCopy(model, event, event.calendar) },
    { text: t('cut'), key: 'Mod x', run: () => void clipboard.take(event.key, true) },
    { text: t('copy'), key: 'Mod c', run: () => void clipboard.take(event.key, false) },
    ...(calendars.length > 1 ? [null, { label: t('calendar'), items: calendars }] : []),
    null,
    { label: t('color'), areSwatches: true, items: colors },
    null,
    { text: t('select'), run: () => tell(document, 'events-select', { keys: [event.key] }) },
    { text: t('history'), run: () => void openHistory(model, event) },
    { text: t('exportFile'), run: () => download(event) },
    null,
    { text: t('delete'), isDanger: true, run: () => remove(event.key) },
  ];
}

/** @param {EventDetail} event */
function download(event) {
  const href = exportEventPath(event.calendar, event.href);
  element('a', { href, download: fileNameOf(event) }).click();
}
