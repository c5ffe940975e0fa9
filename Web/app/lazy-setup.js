import { fetchEvent } from '../api/events.js';
import { markWaiting } from '../components/inbox-entry.js';
import { menuButton } from '../components/menu-button.js';
import { deviceStorage } from '../dom/device-storage.js';
import { hear } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { commandOf } from '../interaction/key-presses.js';
import { SmallMonthDrop } from '../interaction/small-month-drop.js';
import { TypedTitle } from '../interaction/typed-title.js';
import { answersIn } from '../state/answers.js';
import { keeperOf } from '../state/copy-writer.js';
import { EditLog } from '../state/edit-log.js';
import { erasePersonalOf } from '../state/personal-storage.js';
import { followOtherTabs } from '../state/waiting-elsewhere.js';
import { showSets } from '../views/calendars/calendar-set-list.js';
import { showSubscribed } from '../views/calendars/subscribed-list.js';
import { ListPull } from '../views/day/list-pull.js';
import { markNow } from '../views/day/now-in-list.js';
import { editByKey } from '../views/event/chosen-events.js';
import { listDrafts } from '../views/event/draft-list.js';
import { EventClipboard } from '../views/event/event-clipboard.js';
import { setUpEventMenu } from '../views/event/event-menu.js';
import { setUpFields } from '../views/event/field-phrases.js';
import { setUpFreeTimeMenu } from '../views/event/free-time-menu.js';
import { gaveWayText } from '../views/event/gave-way-text.js';
import { listWaiting } from '../views/event/waiting-list.js';
import { showGroups } from '../views/groups/groups-section.js';
import { acceptDrops } from '../views/import/file-drop.js';
import { showInvitations } from '../views/invitations/invitations-section.js';
import { dropOnSmallMonth } from '../views/month/month-drag.js';
import { followSettingsAddress } from '../views/settings/settings-dialog.js';
import { setUpTimeTotals } from '../views/time-totals/totals-panel.js';
import { showFirstSteps } from '../views/welcome/first-steps.js';
import { announce } from './announcements.js';
import { commands } from './commands.js';
import { remindOfDrafts } from './draft-reminder.js';
import { sayLateRefusals } from './late-refusals.js';
import { showOwnPicture } from './own-picture.js';
import { keepPage } from './page-worker.js';
import { preparePrintPages } from './print-pages.js';
import { sayWhenSessionEnds } from './session-over.js';
import { showAge } from './shown-age.js';
import { takeStills } from './still-taker.js';

/**
 * Adds to the page what its first screen does without.
 *
 * @param {{
 *   model: EventModel, notices: Notices, side: import('../views/side-bar/side-bar.js').SideBar,
 *   stage: import('./view-stage.js').ViewStage,
 *   actions: import('./page-actions.js').PageActions,
 *   open: (key: string) => void, remove: (key: string) => void,
 *   options: WorkspaceOptions, keepBy: import('../state/connection.js').Connection['keepBy'],
 *   offers: Map<string, HTMLElement>, sayWaiting: (text: string) => void, signal: AbortSignal,
 * }} page `open` shows an event, `remove` deletes one, `offers` are the messages about drafts, and `sayWaiting` has the
 *   banner say what waits; the signal ends everything.
 * @returns {Promise<void>} Is fulfilled once what waits on the device is shown.
 */
export function setUpLazyParts(page) {
  const { model, notices, side, stage, actions, open, remove, signal } = page;
  const { agenda, settings } = model;
  const { shell } = stage;
  new TypedTitle({ begin: (place) => beginAt(place, actions), leaves }, signal);
  dropOnSmallMonth(new SmallMonthDrop());
  acceptDrops((files) => actions.importFiles(files), signal);
  setUpFields(agenda, settings, signal);
  const clipboard = new EventClipboard(model, notices, signal);
  setUpEventMenu(model, notices, { remove, clipboard }, signal);
  setUpFreeTimeMenu(model, clipboard, signal);
  editByKey(model, notices, signal);
  setUpTimeTotals({ ...model, shell, page: () => stage.page, signal });
  showGroups({ model, notices, side, shell, date: () => stage.date, signal });
  showInvitations({ agenda, notices, side, shell, signal });
  listDrafts({ model, notices, side, signal });
  remindOfDrafts(model, notices, page.offers, signal);
  /** @type {HTMLButtonElement | null} */
  const banner = shell.querySelector('.banner > button');
  listWaiting({ model, notices, side, banner, say: page.sayWaiting, signal });
  markWaiting(side, shell.querySelector('.side-button'));
  showSets({ ...model, side });
  shell.offerMore(menuButton);
  const account = side.querySelector('account-button');
  if (account) account.menu = menuButton;
  stage.dayList.complete(ListPull, markNow);
  stage.showDay();
  showSubscribed({ agenda, notices, side, signal });
  showOwnPicture(agenda, page.options.account);
  showFirstSteps({ ...model, shell, signal });
  announce(model, notices, open, signal);
  followSettingsAddress(model, signal);
  actions.preparePrint(preparePrintPages);
  showAge(agenda, banner, signal);
  keepPage();
  const owner = { account: page.options.account, providers: page.options.providers ?? [] };
  const isOwn = (/** @type {string} */ id) => agenda.ownCalendars.some((own) => own.id === id);
  const keep = keeperOf(owner, signal, isOwn);
  sayWhenSessionEnds(model.edits, signal);
  // The session is over, and whoever signs in next may be somebody else.
  signal.addEventListener('abort', () => erasePersonalOf(owner.account.id, deviceStorage()));
  const spoilStill = takeStills(model, stage, owner.account.id, signal);
  page.keepBy((said) => {
    keep(said);
    // A load from the device's copy says nothing new.
    if ('record' in said || said.records) spoilStill();
  });
  const log = new EditLog(owner.account.id, model.edits.client, signal);
  hear(
    model.edits,
    'made',
    (made) => {
      log.copied = Promise.all(savedRecords(made).map(keep));
    },
    signal,
  );
  return keepEdits(model, notices, log, signal);
}

/**
 * What the server will say of an edit that it has made. The device keeps it at once: if the page is closed before the
 * server says it, it would be missing at the next start without a network.
 *
 * @param {{ changes: EditRequest['changes'], saved: Saved[], token: string }} made
 * @returns {ServerSaid[]}
 */
const savedRecords = ({ changes, saved, token }) =>
  changes.map(({ calendar, href, ical }, index) => {
    const { etag = '', token: own = '' } = saved[index] ?? {};
    /** @type {SyncRecord} */
    const record =
      ical === undefined
        ? { type: 'event-removed', calendar, href }
        : { type: 'event', calendar, href, etag, ical };
    return { record, token, own, isSaved: true };
  });

/**
 * Keeps the edits on the device until the server has made them, sends those of tabs that were closed
 * before, and says which of them gave way to somebody else's change or were refused.
 *
 * @param {EventModel} model @param {Notices} notices
 * @param {EditLog} log @param {AbortSignal} signal
 * @returns {Promise<void>} Is fulfilled once it shows those of tabs that were closed.
 */
function keepEdits(model, notices, log, signal) {
  const { agenda, edits } = model;
  const sayGaveWay = (/** @type {EditConflict} */ conflict) => {
    const useOurs = { label: t('useMine'), run: () => edits.useMine(conflict) };
    const message = notices.show(gaveWayText(conflict, model), useOurs, 'problem kept');
    message.addEventListener('dismissed', () => edits.dismiss(conflict), { once: true });
  };
  hear(edits, 'gave-way', sayGaveWay, signal);
  hear(
    edits,
    'not-used',
    (conflict) => {
      // The only copy of what the user wrote stays until they close the message.
      if (agenda.calendars.has(conflict.calendar)) sayGaveWay(conflict);
    },
    signal,
  );
  sayLateRefusals(model, notices, signal);
  hear(
    edits,
    'waiting',
    ({ sent: n }) => {
      if (n === 0) return;
      // "Saved" below "wasn't saved" would contradict it.
      const isOfSome = notices.toasts.querySelector('.toast.kept');
      notices.show(t(isOfSome ? 'othersSent' : 'waitingSent', { n }));
    },
    signal,
  );
  agenda.addEventListener(
    'status',
    () => {
      if (agenda.outage) return;
      edits.resume();
      void edits.adopt();
    },
    { signal },
  );
  signal.addEventListener('abort', () => edits.stop());
  answersIn(model);
  const kept = edits.keepIn(log, fetchEvent);
  followOtherTabs(edits, log, signal);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) return;
      edits.resume();
      void edits.adopt();
    },
    { signal },
  );
  return kept;
}

/**
 * Opens the form of a new event on a day, or at a time, which is a button that does this.
 *
 * @param {Element} place @param {import('./page-actions.js').PageActions} actions
 */
function beginAt(place, actions) {
  if (place instanceof HTMLButtonElement) place.click();
  else actions.newEvent();
}

/** @param {KeyboardEvent} event @returns {boolean} Whether its key goes to another view or date. */
function leaves(event) {
  const command = commandOf(event, commands);
  return command?.isView === true || /^(today|next|previous)$/.test(command?.name ?? '');
}
