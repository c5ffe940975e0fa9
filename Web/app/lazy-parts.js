// What the page loads on first use, or when the browser is idle: every view but the month, and
// dialogs that are rarely opened. One file, so that shared modules load only once.

export { openDialog } from '../components/modal-dialog.js';
export { moveByKeys } from '../interaction/list-keyboard-move.js';
export { openAccount } from '../views/account/account-dialog.js';
export { openCalendarDialog } from '../views/calendars/calendar-dialog.js';
export { openSetDialog } from '../views/calendars/calendar-set-dialog.js';
export { askDeletionScope } from '../views/event/edit-scope.js';
export { EventCard } from '../views/event/event-card.js';
export { EventSheet } from '../views/event/event-sheet.js';
export { draftOfAddress } from '../views/event/link-draft.js';
export { QuickSheet } from '../views/event/quick-add-sheet.js';
export { openDraft } from '../views/event/unsaved-draft.js';
export { openAnswer } from '../views/groups/proposal-actions.js';
export { openJump } from '../views/help/jump-dialog.js';
export { importFiles } from '../views/import/import-files.js';
export { showJoin } from '../views/join/join-view.js';
export { openPalette } from '../views/palette/palette-dialog.js';
export { SearchDialog } from '../views/search/search-dialog.js';
export { EventSelecting } from '../views/selection/event-selecting.js';
export { openSettings, settingNames } from '../views/settings/settings-dialog.js';
export { openYears } from '../views/year/year-picker.js';
export { openBench } from './benchmark-page.js';
export { ChangePreview } from './change-preview.js';
export { changeDropped } from './dropped-event.js';
export { showFrameMeter } from './frame-meter.js';
export { lazyCommands } from './lazy-commands.js';
export { setUpLazyParts } from './lazy-setup.js';
export { invitationLead, makeAccount } from './new-account.js';
export { offeredCommands } from './offered-commands.js';
export { showOther } from './other-pages.js';
export { preparePrintPages } from './print-pages.js';
export { signInFrom, waitForSession } from './session-wait.js';
export { receiveFiles, receiveQuery } from './share-target.js';
import '../views/agenda/agenda-view.js';
import '../views/board/board-view.js';
import '../views/timeline/timeline-view.js';
import '../views/year/year-view.js';
