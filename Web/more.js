// What the page loads when it is first asked for, or when nothing else is to be done: every view
// but the month, and dialogs that are opened seldom. One file, so that what they share comes once.

export { carry } from './carry.js';
export { Ghosts } from './ghosts.js';
export { openAccount } from './views/account/account-dialog.js';
export { openCalendarDialog } from './views/calendars/calendar-dialog.js';
export { openSetDialog } from './views/calendars/set-dialog.js';
export { showGroups } from './grouping.js';
export { invitationLead, nameCalendar } from './arriving.js';
export { draftOfAddress } from './views/event/address-draft.js';
export { draftOf } from './views/event/event-draft.js';
export { EventSheet } from './views/event/event-sheet.js';
export { openEventView } from './views/event/event-view.js';
export { askDeletion, askEffect } from './views/event/ask-effect.js';
export { QuickSheet } from './views/event/quick-sheet.js';
export { openJump } from './views/help/jump-dialog.js';
export { openShortcuts } from './views/help/shortcuts-dialog.js';
export { importFiles } from './views/import/import-files.js';
export { showJoin } from './views/join/join-view.js';
export { SearchDialog } from './views/search/search-dialog.js';
export { openSettings } from './views/settings/settings-dialog.js';
export { receiveFiles, receiveShared } from './receiving.js';
export { openYears } from './views/year/year-picker.js';
export { keepPrintable } from './printing.js';
export { remind } from './reminding.js';
export { openAnswer, suggestMoved } from './proposing.js';
import './views/agenda/agenda-view.js';
import './views/board/board-view.js';
import './views/timeline/timeline-view.js';
import './views/year/year-view.js';
