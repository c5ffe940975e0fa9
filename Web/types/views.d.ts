// What the page's modules pass to each other.

/**
 * Why nothing can be read or changed: the network is away, or the server answers that it, its
 * database or a part in between is.
 */
type Outage = 'offline' | 'server-away';

/** What went wrong with a request: the server's codes, and three of the page's own. */
type Failure =
  | Outage
  | 'not-signed-in'
  | 'wrong-credentials'
  | 'too-many-attempts'
  | 'not-found'
  | 'source-not-read'
  | 'changed-elsewhere'
  | 'not-valid'
  | 'too-large'
  | 'uid-taken'
  | 'email-taken'
  | 'last-sign-in-way'
  | 'registration-closed'
  | 'account-disabled'
  | 'link-over'
  | 'not-empty'
  | 'not-allowed'
  | 'last-owner'
  | 'last-calendar'
  | 'is-proposal'
  | 'decided'
  | 'last-time'
  | 'deadline-over'
  | 'too-many'
  | 'too-many-writes'
  | 'storage-full'
  | 'storage'
  | 'disk-full'
  | 'failed';

/** The formats of dates and times. */
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
  | 'shortWeekdayYear'
  | 'weekdayLong'
  | 'weekdayShort'
  | 'weekdayNarrow'
  | 'time'
  | 'timeSeconds';

/** What every row of the month needs in order to draw itself. */
interface StripLook {
  /** Day number of the strip's first day. */
  firstDay: number;
  rowPx: number;
  isWide: boolean;
  /** 0 when the days show dots. */
  lanes: number;
  /** For each of the seven columns, its place on the screen; -1 if hidden. */
  places: number[];
  weekend: number[];
  /** Weekdays that are not shown. */
  hidden: number[];
  today: string;
  selection: (date: string) => 'selected' | 'range' | '';
}

/** What the event sheet works with. */
interface EventModel {
  agenda: Agenda;
  edits: EditQueue;
  drafts: UnsavedDrafts;
  settings: Settings;
  zone: ViewerZone;
  /** Outlines in the view behind what a change would move. */
  outlines?: (ask: (scope: Scope, first: string, count: number) => ChangePreview) => {
    show: (scope: Scope) => void;
    clear: () => void;
  };
}

/** The days of a new event. Without times it gets default ones. */
interface NewDays {
  first: string;
  last: string;
  allDay: boolean;
  start?: string;
  end?: string;
}

/** The draft of a new event, or an event with its draft. */
interface EventSubject {
  event: EventDetail | null;
  draft: Draft;
  /** The ID under which what is typed is kept if it can't be saved; a new one if it's missing. */
  draftID?: string;
  /** Whether the form opens with changes that were left in it. */
  isLeft?: boolean;
  /** Whether the draft's calendar is gone, so that another one is chosen. */
  hasLostCalendar?: boolean;
}

/** What was typed into the form of an event. */
interface TypedDraft {
  id: string;
  /** The event's; empty for a new one. */
  key: string;
  /** The event as it was when the form was opened. */
  before: Draft;
  typed: Draft;
  /** Whether the change was of one date of a series: on its own, it's an event that happens once. */
  isOne?: boolean | undefined;
}
/** A draft that couldn't be saved. */
interface UnsavedDraft extends TypedDraft {
  /** Why not; empty if that was over soon. */
  text: string;
}

/** The progress and the result of an import. */
/** A calendar to import into, or one to make first. `isNew` if an import has just made it. */
type ImportTarget = { id: string; isNew?: boolean } | { name: string; color: string };

interface ImportState {
  /** The calendar it goes into, and whether that was created for it. */
  calendar: string;
  isNew: boolean;
  /** What can be undone. Fewer than were added and updated if there are too many. */
  changes: ImportChange[];
  /** Whether `changes` had all of them when the import ended. */
  isWhole: boolean;
  done: number;
  total: number;
  problems: Problem[];
  problemCount: number;
  /** What it changed about events of which the file has a part. */
  notes: Problem[];
  result: { added: number; updated: number; unchanged: number; dropped: number } | null;
}

/**
 * Resolves to what went wrong, in words; empty if it worked. Until then, `note` shows what it waits
 * for.
 */
type SignInSubmit = (
  kind: SignInKind,
  fields: Record<string, string>,
  note: HTMLElement,
) => Promise<string>;
type SignInKind = 'first' | 'known' | 'new';
/** Runs a change to the account, and shows that it's done, or why not. */
type AccountRun = (work: () => unknown, done?: string, at?: HTMLElement) => Promise<boolean>;
interface SignInModel {
  kind: SignInKind;
  providers: Provider[];
  /** Whether people without an account may create one. */
  mayRegister: boolean;
  problem: string;
  submit: SignInSubmit;
}

/**
 * What the server said, for the device to keep: all records of a load, with its token; only the token,
 * if the load came from the device; or a live record, with the token that the stream had
 * reached and its own, which is empty for those of a changed right. `isSaved` says that it's known from
 * the answer to an edit.
 */
type ServerSaid =
  | { records: SyncRecord[] | null; token: string }
  | { record: SyncRecord; token: string; own: string; isSaved?: true };

/** What the device has kept of the account. */
interface KeptAccount {
  /** Where the changes begin that it doesn't have. */
  token: string;
  load: (zone: ViewerZone) => import('../state/initial-load.js').Prefetched;
  erase: () => Promise<void>;
  /**
   * Calls `run` as soon as the server has said that the account is still signed in. Until then the
   * agenda is told what is wrong.
   */
  whenConfirmed: (
    agenda: Pick<Agenda, 'setOutage'>,
    signal: AbortSignal,
    run: () => void,
    leave: () => void,
  ) => void;
}

interface WorkspaceOptions {
  settings: Settings;
  account: Account;
  providers?: Provider[];
  /** What went wrong before the page opened, in words. */
  problem?: string;
  /** What the device has kept of the account, if it has. */
  kept?: KeptAccount | undefined;
  loadEngine: () => Promise<Engine>;
  signedOut: () => void;
}

/** The events of the live stream. `refused` when the browser won't reconnect by itself. */
interface LiveListener {
  record: (record: SyncRecord, token: string) => void;
  reset: () => void;
  /** The version of the settings that the server now has. */
  settings: (etag: string) => void;
  /** What waits for an answer may have changed: how many invitations do now. */
  inbox: (waiting: number) => void;
  connected: (open: boolean) => void;
  refused: () => void;
}

interface DialogOptions {
  title: string;
  body: Node[];
  /** Its class. */
  kind?:
    | 'sheet'
    | 'sheet still'
    | 'small'
    | 'quick'
    | 'popover'
    | 'popover card'
    | 'popover inbox-card'
    | 'drawer'
    | 'palette'
    | 'wide'
    | 'aside'
    | 'aside high'
    | 'month-picker'
    | 'year-picker'
    | 'settings';
  /** At the end of the dialog's head. */
  action?: Node | null;
  /** At the foot, where it stays while the body scrolls. */
  foot?: Node[];
  /** Whether it dims the page and keeps presses from it. */
  isModal?: boolean;
  /** Whether it has addresses of its own, between which Back leads. */
  isPage?: boolean;
  /** Whether a press on this element outside of a dialog that isn't modal leaves it open. */
  isPart?: (target: Element) => boolean;
  /** Whether only its buttons and Esc close one that isn't modal. */
  stays?: boolean;
  /** Asked before the close button closes it, or Esc or a click outside of a modal one. */
  mayClose?: () => boolean | Promise<boolean>;
  /** Keeps what is typed, before Esc, Back or a press elsewhere close one that isn't modal. */
  keep?: () => void;
  closed?: () => void;
}

type FormField = HTMLInputElement | HTMLTextAreaElement;

/** Keeps what was typed into forms that were left, by their names, as the values of their fields. */
interface FormStore {
  of: (form: string) => string[] | null;
  keep: (form: string, values: string[]) => void;
  remove: (form: string) => void;
}

/** A form on a card of its own. */
interface FormCard {
  title: string;
  form: HTMLFormElement;
  /** The fields that are given back after a reload if the form was left. */
  fields?: FormField[];
  /** What the card shows, with the form in it; the form alone if it's left out. */
  body?: Node[];
  /** The buttons before Save. */
  foot?: Node[];
  save: HTMLButtonElement;
  /** Whether something would be lost without saving. */
  isTouched: () => boolean;
  /** Where on the screen it is what the form is about. */
  about?: DOMRect | undefined;
  /** Called each time that the card opens; the signal ends when it closes. */
  opened?: (dialog: HTMLDialogElement, signal: AbortSignal) => void;
  /** Moves the focus to where one goes on. */
  focus?: () => void;
}

/** What unpacks a zip; the compiler's own list of browser features lacks it. */
declare class DecompressionStream {
  constructor(format: 'deflate-raw');
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

/** Chromium's offer to install the page. */
interface BeforeInstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

interface ToastAction {
  label: string;
  run: () => void;
}
type ToastTone = 'plain' | 'problem' | 'reminder' | 'offline' | 'problem kept';

interface ChoiceListOptions {
  /** The field's label, and its placeholder. */
  label: string;
  listLabel: string;
  choose: (option: HTMLElement) => void;
  typed: (text: string) => void;
}

/** A new event, drawn and named in the view. */
interface DrawnEvent {
  title: string;
  uid: string;
  times: Times;
  /** Fills in what an earlier event has, if it was taken over. */
  fill: ((draft: Draft, keepsTimes: boolean) => Draft) | null;
}

/** An earlier event that a new one takes over, and the title that quick add read then. */
interface TakenTemplate {
  template: EventTemplate;
  title: string;
}
/** A part of a line that was understood, by the core or by the page. */
type LineMark = Omit<QuickMark, 'kind'> & { kind: QuickMark['kind'] | 'calendar' | 'link' };
interface QuickReadingOptions {
  /** Fills in what the line doesn't say. */
  base: Draft;
  /** The earlier event that was taken over, as long as the line has its title. */
  taken?: TakenTemplate | null;
  today: string;
  /** The calendars that "/work" may name. */
  calendars?: Pick<Calendar, 'id' | 'name'>[];
  /** What comes first in a date like 4/5. */
  first: 'day' | 'month';
  language: 'en' | 'de';
}

/** An edit as the page speaks of it. */
interface SaidEdit extends Omit<Edit, 'of'> {
  /** What it did, or had done, or that one's own side of a conflict is used now. */
  of: Edit['of'] | 'mineUsed';
  /** Under which name the core made it. */
  client: string;
  /** When the event is now, if that is all that changed. */
  now?: Times | undefined;
}

/** What the text of a field could become, with what there is to say of it. */
interface TextOffer {
  title: string;
  detail: string;
  color: string;
  take: () => void;
}
interface TextOffersOptions {
  /** Contains the input; the list opens beside it. */
  field?: HTMLElement;
  find: (text: string) => TextOffer[];
}

interface Question<Value> {
  title: string;
  text?: string;
  choices: { value: Value; label: string; hint?: string; tone?: 'primary' | 'danger' }[];
  /** The dialog's kind; a small one in the middle by default. */
  kind?: DialogOptions['kind'];
  /** Called with the choice that has the focus or the pointer. */
  looked?: (value: Value) => void;
}

interface RepeatOptions {
  repeat: Repeat | null;
  /** The rule before editing. */
  original: string;
  /** The next dates of the series before editing, counted from the start; null for a new event. */
  next: string[] | null;
  start: string;
  firstWeekday: number;
  /**
   * Whether the form itself moves the rule with the start. For an existing series the core does
   * that.
   */
  follows?: boolean;
  /** Asks the core for the rule of the form's fields. */
  ruleText: (form: Record<string, string>) => string;
  /** The rule in words and its first times; null if the rule can't be read. */
  ruleTimes: (rule: string, start: string, limit: number) => RuleTimes | null;
}

type ViewName = typeof import('../state/route.js').viewNames[number];

/**
 * What quick add starts with: a line, fields that the line doesn't set, and whether Enter proposes
 * the event to the group in view.
 */
interface QuickGiven {
  line?: string;
  draft?: Partial<Draft>;
  proposes?: boolean;
}

/** What a view gets once, before it's put into the page. */
interface ViewModel {
  agenda: Agenda;
  settings: Settings;
  date: string;
}

/**
 * The interface of every view; the stage uses nothing else. A view stays the same element while
 * others are shown: it's taken out of the page and put back.
 *
 * It fires `view-title` when its heading changes, `view-rest` with `{ date, top }` when it comes to
 * rest in another place, and requests: `event-open` with `{ key }`, `event-new` with `{ first,
 * last, allDay }`, `view-open` with `{ view, date }`.
 */
interface CalendarView extends HTMLElement {
  model: ViewModel;
  /** Which view it currently is, for an element that serves as several. */
  shown?: ViewName;
  /** The current date, even if the user is looking at another one. */
  readonly date: string;
  /**
   * The date the user is looking at, if that can differ: for new events, and for where another view
   * starts.
   */
  readonly looked?: string;
  /** The selected days, which include the date. */
  readonly range: { first: string; last: string };
  /**
   * The local time that was pressed or has the focus, or only the date: where events are pasted. If
   * missing, it's the date.
   */
  readonly chosenTime?: string;
  /** Focuses an event that was pasted at the chosen time, or its day. */
  focusPasted?(pasted: { uid: string; start: string }): void;
  /** The local time under the pointer, or only the date; empty if it's neither. */
  timeUnder?(event: MouseEvent): string;
  /** The title for the top bar: what fills the screen. */
  readonly heading: Intl.DateTimeFormatPart[];
  /** The title in full, for screen readers and the window, if the heading is shorter. */
  readonly said?: string;
  /** Whether events are still being loaded. */
  busy: boolean;
  goTo(date: string, glides?: boolean): void;
  /** Restores exactly the place that `view-rest` reported. */
  restore(date: string, top: number): void;
  /** Shows a day with as little movement as needed. */
  /** A view of hours also scrolls to the time. */
  follow(date: string, time?: string): void;
  /** The date a number of pages forward, or back if negative. */
  step(steps: number): string;
  /** Draws the events again after something changed. */
  redraw(): void;
  settingsChanged(): void;
  /** Moves the keyboard focus to the date. */
  focusDay(): void;
  /** What another view of less time grows out of: its day, or the week or month around that. */
  placeOf?(date: string, view: ViewName): HTMLElement | null | undefined;
  /** The days on the screen, and outlines there of what a change would move. */
  readonly seenDays?: { first: string; count: number };
  outline?(moved: Moved): HTMLElement[];
  /** The dropped event, while a dialog asks about it. */
  readonly droppedElement?: HTMLElement | null;
}

/** A day of the timeline with the events that have room. */
interface FittedDay extends TimelineDay {
  pieces: FittedPiece[];
  /** The times at which there are others. */
  more: CrowdedTime[];
  /** Whether it leaves room for strips of others' busy times, as do all days beside it. */
  hasStripRoom: boolean;
}
interface FittedPiece extends TimelinePiece {
  /** How far it's moved in, at the usual text size. */
  insetPx: number;
  /**
   * The minute at which the next event begins in the same part of the day's width, which lies on
   * this one if it hasn't ended; Infinity if there is none.
   */
  nextAt: number;
  /** Whether others at its time are only counted, at the day's end. */
  hasMoreBeside?: boolean;
}
/** Minutes of a day at which some events, whose `keys` these are, have no room. */
interface CrowdedTime {
  /** Tells it from other stops of the arrow keys. */
  key: string;
  from: number;
  to: number;
  keys: string[];
}

/** What the parts of a timeline get from their view. */
interface TimelineParts {
  /** The element that scrolls. */
  scroller: HTMLElement;
  /** Above the hours: the names of the days, and the lanes. */
  head: HTMLElement;
  hours: HTMLElement;
  /** The days in the page, by day number. */
  columns: ReadonlyMap<number, import('../views/timeline/day-column.js').DayColumn>;
  lanes: import('../views/timeline/all-day-lanes.js').AllDayLanes;
  /** Where things are now. */
  geometry: () => import('../layout/timeline-geometry.js').TimelineGeometry;
  agenda: () => Agenda | null;
  /** How long an event is that is made with a single press. */
  newMinutes: () => number;
}

/** What a printed page is made from. */
interface PrintModel {
  engine: Engine;
  settings: Settings;
  name: ViewName;
  date: string;
  /** The group in view. */
  group: Group | null;
  me: string;
  isVisible: (id: string) => boolean;
}
interface PrintPage {
  title: string;
  kind: 'month' | 'hours' | 'year' | 'agenda' | 'board';
  body: HTMLElement;
}

/** A view to choose, and its shortcut letter. */
interface ViewChoice {
  name: ViewName;
  label: string;
  letter: string;
}

/**
 * An event dragged over the month: the day it was picked up on, and the end being stretched, if
 * any.
 */
interface HeldEvent {
  event: EventDetail;
  date: string;
  edge: 'start' | 'end' | null;
}

/**
 * An event moved, stretched or copied by pointer or keyboard. `settle` is called with whether it
 * was done.
 */
interface Drop {
  view: HTMLElement;
  key: string;
  times: Times;
  copy: boolean;
  settle: (isDone: boolean) => void;
}

interface ShortcutActions {
  run: (name: CommandName) => void;
  /** Shows the calendar set of this number, if there is one. */
  set: (number: number) => void;
  /** Focuses the view. */
  grid: () => void;
  escape: () => void;
  /** Deletes the event that has the focus. */
  remove: (key: string) => void;
}

interface MenuItem {
  text: string;
  /** Its shortcut, as commands write it. */
  key?: string;
  /** The colour of a dot before it, or of the swatch that it is. */
  color?: string;
  /** One of several, of which one is chosen. */
  isChecked?: boolean;
  isDanger?: boolean;
  run: () => void;
}

/** Items of a menu that belong together. */
interface MenuGroup {
  label: string;
  /** Shown as a row of colours without their names. */
  areSwatches?: boolean;
  items: MenuItem[];
}

/** What the command palette can ask of the page. */
interface PalettePage {
  commands: Command[];
  run: (name: CommandName) => void;
  jump: (date: string) => void;
  /** The settings that can be found by their names. */
  settings: readonly Message[];
  openSetting: (name: Message) => void;
  /** Goes to an event's day, and opens its card. */
  show: (date: string, key: string) => void;
  /** Opens the search for a text. */
  search: (line: string) => void;
  /** Opens quick add with a line. */
  quickAdd: (line: string) => void;
  showSet: (number: number) => void;
}

type CommandName = import('../app/commands.js').PageCommandName | ViewName;

/** What the page does by a key or by name. */
interface Command {
  name: CommandName;
  label: Message;
  /** Its keys, as "n" or "Mod Shift z"; Mod is Ctrl, or Cmd on an Apple keyboard. */
  keys: readonly string[];
  /** Where its keys count too. */
  reach?: 'field' | 'dialog';
  /** Whether it shows a view, whose name is the label. */
  isView?: boolean;
}

interface HTMLElementTagNameMap {
  'account-button': import('../views/side-bar/account-button.js').AccountButton;
  'small-month': import('../views/side-bar/small-month.js').SmallMonth;
  'agenda-view': import('../views/agenda/agenda-view.js').AgendaView;
  'board-view': import('../views/board/board-view.js').BoardView;
  'app-shell': import('../components/app-shell.js').AppShell;
  'calendar-list': import('../views/calendars/calendar-list.js').CalendarList;
  'group-list': import('../views/groups/group-list.js').GroupList;
  'day-panel': import('../views/day/day-panel.js').DayPanel;
  'live-region': import('../components/live-region.js').LiveRegion;
  'month-view': import('../views/month/month-view.js').MonthView;
  'side-bar': import('../views/side-bar/side-bar.js').SideBar;
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
  }) => Promise<import('../state/answers.js').Outcome>;
  /** Shows what was done, after the sheet has closed. */
  say: (text: string) => void;
  /** The instant of a typed deadline; null for none. */
  deadlineOf: (local: string) => string | null;
  setDeadline: (group: string, proposal: string, deadline: string | null) => Promise<unknown>;
  confirm: (group: string, proposal: string, href: string) => Promise<unknown>;
  withdraw: (group: string, proposal: string) => Promise<unknown>;
  takeAway: (group: string, proposal: string, href: string) => Promise<unknown>;
  /** Suggests another time, starting from the occurrence that the key names. */
  suggest: (group: Group, proposal: ProposalDetail, key: string) => void;
}

/** The fields for start and end, as in the event sheet. */
interface TimesField {
  element: HTMLElement;
  /** Whether an end before the start was corrected just now, which has to be seen first. */
  correctsEnd: () => boolean;
  correctionSeen: () => void;
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
  zone: ViewerZone;
  times: Times;
  title: string;
  place: string;
  notes: string;
  /** Whether it adds a time to an existing proposal. */
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
  /** Who else is busy then. */
  others: (times: Times, zone: string, rule: string) => BusyOthers | null;
  /** Fires `change`. */
  changes: EventTarget;
  /** The instant of a typed deadline; null for none. */
  deadlineOf: (local: string) => string | null;
  /** Resolves to a function that shows the result, for after the dialog has closed. */
  send: (proposed: Proposed) => Promise<() => void>;
  explain: (error: unknown) => string;
}

interface FindTimeModel {
  group: Group;
  /** The user's own account. */
  me: string;
  today: string;
  /** The day in view. */
  date: string;
  now: string;
  /** Fires `change` and `calendars`. */
  changes: EventTarget;
  /** Makes sure that the core knows the members' zones. */
  learn: () => Promise<void>;
  freeTime: (query: FreeTimeQuery) => FreeTime | null;
  isWeekend: (date: string) => boolean;
  /** Ids of those with too many events to load them all. */
  overfull: Set<string>;
  /**
   * The minutes of the day between which the group looks for time; null for each member's working
   * hours.
   */
  hours: [number, number] | null;
  keepHours: (hours: [number, number] | null) => void;
  propose: (start: string, minutes: number) => void;
}

/** What a small month shows and does. */
interface MonthGridOptions {
  label: string;
  /** The first and the last day that can be chosen. */
  bounds: () => [first: string, last: string];
  firstWeekday: () => number;
  today: () => string;
  chosen: () => string;
  isShown: () => boolean;
  choose: (date: string) => void;
}
/** What a field offers to choose: its value, its words, and the colour of a dot before them. */
type Choice = [value: string, text: string, color?: string];

/** A field with a menu. Setting its `value` fires nothing. */
interface ChoiceField extends HTMLElement {
  value: string;
  /** What there is to choose from; the value stays. */
  set options(choices: Choice[]);
  /** What screen readers call it. */
  set label(name: string);
}

/** Of a date or time field; anything else is an attribute of its input. */
interface TypedFieldOptions {
  label: string;
  value?: string;
  required?: boolean;
  [attribute: string]: any;
}
