// What the page's modules hand each other.

/** What went wrong with a request, by the server's names and two of our own. */
type Failure =
  | 'offline'
  | 'not-signed-in'
  | 'wrong-credentials'
  | 'too-many-attempts'
  | 'not-found'
  | 'changed-elsewhere'
  | 'not-valid'
  | 'too-large'
  | 'uid-taken'
  | 'email-taken'
  | 'last-sign-in-way'
  | 'registration-closed'
  | 'not-empty'
  | 'not-allowed'
  | 'last-owner'
  | 'last-calendar'
  | 'is-proposal'
  | 'decided'
  | 'last-time'
  | 'deadline-over'
  | 'too-many'
  | 'failed';

/** The ways a date or a time is said. */
type Shape =
  | 'month'
  | 'dayWeekday'
  | 'year'
  | 'monthLong'
  | 'dayMonth'
  | 'monthShort'
  | 'monthYear'
  | 'full'
  | 'dayLong'
  | 'short'
  | 'shortYear'
  | 'weekdayLong'
  | 'weekdayShort'
  | 'weekdayNarrow'
  | 'time'
  | 'timeSeconds';

/** What every row of the month needs to know to draw itself. */
interface StripLook {
  /** Day number of the strip's first day. */
  firstDay: number;
  rowPx: number;
  /** None when the days show dots. */
  lanes: number;
  /** For each of the seven columns its place on the screen, -1 when hidden. */
  places: number[];
  weekend: number[];
  /** Weekdays that are not shown. */
  hidden: number[];
  today: string;
  selection: (date: string) => 'selected' | 'range' | '';
}

/** What the event sheet works with; the zone is the user's own. */
interface EventModel {
  agenda: Agenda;
  edits: Edits;
  settings: Settings;
  zone: string;
  /** Shows in the view behind what a change would move. */
  outlines?: (ask: (scope: Scope, first: string, count: number) => ChangePreview) => {
    show: (scope: Scope) => void;
    clear: () => void;
  };
}

/** The days of a new event; without times it starts when one would think. */
interface NewDays {
  first: string;
  last: string;
  allDay: boolean;
  start?: string;
  end?: string;
}

/** A new event's draft, or an event with the draft as it stands. */
interface EventSubject {
  event: EventDetail | null;
  draft: Draft;
}

/** How far an import is. */
interface ImportState {
  /** Where it goes, and whether that calendar was made for it. */
  calendar: string;
  isNew: boolean;
  /** What can be taken back; fewer than were added and updated when they are too many. */
  changes: ImportChange[];
  done: number;
  total: number;
  problems: Problem[];
  problemCount: number;
  result: { added: number; updated: number; unchanged: number; dropped: number } | null;
}

/** Tells what went wrong in words; nothing when all went well. */
type SignInSubmit = (kind: SignInKind, fields: Record<string, string>) => Promise<string>;
type SignInKind = 'first' | 'known' | 'new';
/** Does something to the account, and says that it is done, or why not. */
type AccountRun = (work: () => unknown, done?: string, at?: HTMLElement) => Promise<boolean>;
interface SignInModel {
  kind: SignInKind;
  providers: Provider[];
  /** Whether somebody who has none may make an account. */
  mayRegister: boolean;
  problem: string;
  submit: SignInSubmit;
}

interface WorkspaceOptions {
  settings: Settings;
  account: Account;
  providers?: Provider[];
  /** What went wrong on the way here. */
  problem?: string;
  loadEngine: () => Promise<Engine>;
  signedOut: () => void;
}

/** What the live stream tells; `refused` when the browser won't reconnect by itself. */
interface LiveListener {
  record: (record: SyncRecord, token: string) => void;
  reset: () => void;
  /** Which version of the settings the server has. */
  settings: (etag: string) => void;
  connected: (open: boolean) => void;
  refused: () => void;
}

interface DialogOptions {
  title: string;
  body: Node[];
  /** Its class. */
  kind?:
    | 'sheet'
    | 'small'
    | 'tall'
    | 'quick'
    | 'popover'
    | 'drawer'
    | 'wide'
    | 'aside'
    | 'aside high';
  /** What stands at the end of the head. */
  action?: Node | null;
  /** What stays at its foot however far one scrolls. */
  foot?: Node[];
  /** Asked before Esc, a click outside or the cross close it. */
  mayClose?: () => boolean | Promise<boolean>;
  closed?: () => void;
}

interface ToastAction {
  label: string;
  run: () => void;
}
type ToastTone = 'plain' | 'problem' | 'reminder' | 'offline' | 'draft';

interface ChoiceListOptions {
  /** Of the field, and its placeholder. */
  label: string;
  listLabel: string;
  choose: (option: HTMLElement) => void;
  typed: (text: string) => void;
}

interface Question<Value> {
  title: string;
  text?: string;
  choices: { value: Value; label: string; hint?: string; tone?: 'primary' | 'danger' }[];
  /** Where it is asked; in the middle unless it says. */
  kind?: DialogOptions['kind'];
  /** Hears of the choice that has the focus, or the pointer. */
  looked?: (value: Value) => void;
}

interface RepeatOptions {
  repeat: Repeat | null;
  /** The rule as it stands. */
  original: string;
  /** The next dates of the series as it stands, from the start; nothing for a new event. */
  next: string[] | null;
  start: string;
  firstWeekday: number;
  /**
   * Whether the rule moves along with the start: nothing of a series is there that the core would
   * move.
   */
  follows?: boolean;
  /** Asks the core. */
  ruleText: (form: Record<string, string>) => string;
  /** The rule in words and its first times; nothing for a rule that can't be read. */
  ruleTimes: (rule: string, start: string, limit: number) => RuleTimes | null;
}

type ViewName = typeof import('../state/route.js').viewNames[number];

/**
 * What a new event is told with: a line to begin with, what it does not say, and whether Enter
 * proposes it to the group that is looked at.
 */
interface QuickGiven {
  line?: string;
  draft?: Partial<Draft>;
  proposes?: boolean;
}

/** What a view gets once, before it is put into the page. */
interface ViewModel {
  agenda: Agenda;
  settings: Settings;
  date: string;
}

/**
 * What every view is; the stage asks it for no more than this. It stays the same element while
 * other
 * views are shown, and may be taken out of the page and put back.
 *
 * It tells `view-title` when its heading is another, `view-rest` with `{ date, top }` when it
 * stands
 * still somewhere else, and what every view may ask for: `event-open` with `{ key }`, `event-new`
 * with `{ first, last, allDay }`, `view-open` with `{ view, date }`.
 */
interface CalendarView extends HTMLElement {
  model: ViewModel;
  /** Of those that are one element for several views: which one it is now. */
  shown?: ViewName;
  /** The day one is at, also where another is looked at. */
  readonly date: string;
  /**
   * The day one looks at, where that may be another: for a new event, and where another view
   * begins.
   */
  readonly looked?: string;
  /** The selected days, of which the date is one. */
  readonly range: { first: string; last: string };
  /** What fills the screen, for the header. */
  readonly heading: Intl.DateTimeFormatPart[];
  /** The same in full for the ear and the window's title, where the heading says less. */
  readonly said?: string;
  /** Whether events are still being loaded. */
  busy: boolean;
  goTo(date: string, glides?: boolean): void;
  /** Shows exactly what stood there when `view-rest` said so. */
  restore(date: string, top: number): void;
  /** Shows a day with as little movement as needed. */
  follow(date: string): void;
  /** The date to go to for so many pages forth or back. */
  step(steps: number): string;
  /** Draws the events again after something changed. */
  redraw(): void;
  settingsChanged(): void;
  /** Takes the keyboard focus to the date. */
  focusDay(): void;
  /** What stands for a date here: what a shorter view of it grows out of. */
  placeOf?(date: string): HTMLElement | null | undefined;
  /** The days on the screen, and the drawing of what a change would put there. */
  readonly seenDays?: { first: string; count: number };
  outline?(moved: Moved): HTMLElement[];
  /** What was dropped, while it is asked about. */
  readonly droppedElement?: HTMLElement | null;
}

/** What the parts of the hours are given of their view. */
interface TimelineParts {
  /** What scrolls. */
  scroller: HTMLElement;
  /** Above the hours: the names of the days, and the lanes. */
  head: HTMLElement;
  hours: HTMLElement;
  /** The days that are in the page, by their numbers. */
  columns: ReadonlyMap<number, import('../views/timeline/day-column.js').DayColumn>;
  lanes: import('../views/timeline/all-day-lanes.js').AllDayLanes;
  /** Where things are now. */
  geometry: () => import('../layout/timeline-geometry.js').TimelineGeometry;
  agenda: () => Agenda | null;
}

/** What a page for paper is made of. */
interface PrintModel {
  engine: Engine;
  settings: Settings;
  name: ViewName;
  date: string;
  /** The group that is looked at. */
  group: Group | null;
  me: string;
  isVisible: (id: string) => boolean;
}
interface PrintPage {
  title: string;
  kind: 'month' | 'hours' | 'year' | 'agenda' | 'board';
  body: HTMLElement;
}

/** A view as it is offered, and the letter that leads to it. */
interface ViewChoice {
  name: ViewName;
  label: string;
  letter: string;
}

/**
 * An event that is dragged over the month: the day it was taken from, and the end that is stretched, if
 * it is.
 */
interface HeldEvent {
  event: EventDetail;
  date: string;
  edge: 'start' | 'end' | null;
}

/** What was moved, stretched or copied by hand or by keys; `settle` hears whether it was done. */
interface Drop {
  view: HTMLElement;
  key: string;
  times: Times;
  copy: boolean;
  settle: (isDone: boolean) => void;
}

interface ShortcutActions {
  today: () => void;
  newEvent: () => void;
  quickAdd: () => void;
  search: () => void;
  jump: () => void;
  /** A number that may stand for a set of calendars. */
  set: (number: number) => void;
  step: (steps: number) => void;
  /** A letter that may stand for a view. */
  view: (letter: string) => boolean;
  /** Gives the focus to what is shown. */
  grid: () => void;
  help: () => void;
  escape: () => void;
  undo: () => void;
  redo: () => void;
  /** The event that has the focus. */
  remove: (key: string) => void;
}

interface HTMLElementTagNameMap {
  'agenda-view': import('../views/agenda/agenda-view.js').AgendaView;
  'board-view': import('../views/board/board-view.js').BoardView;
  'app-shell': import('../components/app-shell.js').AppShell;
  'calendar-list': import('../views/calendars/calendar-list.js').CalendarList;
  'group-list': import('../views/groups/group-list.js').GroupList;
  'day-panel': import('../views/day/day-panel.js').DayPanel;
  'live-region': import('../components/live-region.js').LiveRegion;
  'month-view': import('../views/month/month-view.js').MonthView;
  'side-bar': import('../views/calendars/side-bar.js').SideBar;
  'set-list': import('../views/calendars/calendar-set-list.js').SetList;
  'sign-in-view': import('../views/sign-in/sign-in-view.js').SignInView;
  'timeline-view': import('../views/timeline/timeline-view.js').TimelineView;
  'toast-stack': import('../components/toast-stack.js').ToastStack;
  'year-view': import('../views/year/year-view.js').YearView;
  'view-switch': import('../components/view-switch.js').ViewSwitch;
}

/** What can be done with a proposal. */
interface ProposalActions {
  answer: (given: {
    key: string;
    scope: 'this' | 'all';
    answer: Answer | 'none';
    comment?: string;
  }) => Promise<unknown>;
  /** Tells what was done when the sheet is gone. */
  say: (text: string) => void;
  /** The instant of a deadline that was typed. */
  deadlineOf: (local: string) => string | null;
  setDeadline: (group: string, proposal: string, deadline: string | null) => Promise<unknown>;
  confirm: (group: string, proposal: string, href: string) => Promise<unknown>;
  withdraw: (group: string, proposal: string) => Promise<unknown>;
  takeAway: (group: string, proposal: string, href: string) => Promise<unknown>;
  /** Begins with the time of the occurrence that a key names. */
  suggest: (group: Group, proposal: ProposalDetail, key: string) => void;
}

/** Start and end of a form, as the fields of an event's sheet have them. */
interface TimesField {
  element: HTMLElement;
  /** Whether an end before the start was corrected just now, which has to be seen first. */
  putsRight: () => boolean;
  wasSeen: () => void;
  readonly times: Times;
  readonly complete: Times;
}

interface Proposed {
  title: string;
  location: string;
  notes: string;
  deadline: string | null;
  times: ProposedTime[];
}
interface ProposeModel {
  group: Group;
  zone: string;
  times: Times;
  title: string;
  place: string;
  notes: string;
  /** Whether it is one more time for a proposal that there is. */
  suggests: boolean;
  makeTimes: (times: Times) => TimesField;
  makeRepeat: (start: string) => {
    element: HTMLElement;
    start: string;
    ruleFrom: (start: string) => string;
  };
  /** @param time Start, end, zone and rule. */
  conflicts: (
    first: string,
    days: number,
    ...time: [string, string, string, string]
  ) => Conflicts | null;
  /** Who else has something then. */
  others: { at: (times: Times, rule: string) => BusyOthers; forget: () => void };
  /** Tells `change`. */
  changes: EventTarget;
  /** The instant of a deadline that was typed. */
  deadlineOf: (local: string) => string | null;
  /** Answers what is to be said of it when the dialog is gone. */
  send: (proposed: Proposed) => Promise<() => void>;
  explain: (error: unknown) => string;
}

interface FindTimeModel {
  group: Group;
  today: string;
  now: string;
  /** Tells `change` and `calendars`. */
  changes: EventTarget;
  /** Makes sure that the zones of the members are known. */
  learn: () => Promise<void>;
  freeTime: (query: FreeTimeQuery) => FreeTime | null;
  isWeekend: (date: string) => boolean;
  /**
   * Between which minutes of the day the group looks, whoever works when; null for the hours of
   * work.
   */
  hours: [number, number] | null;
  keepHours: (hours: [number, number] | null) => void;
  propose: (start: string, minutes: number) => void;
}
