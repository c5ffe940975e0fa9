// What the page's modules hand each other.

/** What went wrong with a request, by the server's names and two of our own. */
type Failure = 'offline' | 'not-signed-in' | 'wrong-credentials' | 'too-many-attempts' | 'not-found'
  | 'changed-elsewhere' | 'not-valid' | 'too-large' | 'uid-taken' | 'failed';

/** The ways a date or a time is said. */
type Shape = 'month' | 'monthShort' | 'monthYear' | 'full' | 'dayLong' | 'short' | 'shortYear'
  | 'weekdayLong' | 'weekdayShort' | 'weekdayNarrow' | 'time';

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
interface EventModel { agenda: Agenda; edits: Edits; settings: Settings; zone: string; }

/** A new event's draft, or an event with the draft as it stands. */
interface EventSubject { event: EventDetail | null; draft: Draft; }

/** How far an import is. */
interface ImportState {
  done: number;
  total: number;
  problems: Problem[];
  problemCount: number;
  result: { added: number; updated: number; unchanged: number; dropped: number } | null;
}

/** Tells what went wrong in words; nothing when all went well. */
type SignInSubmit = (fields: Record<string, string>) => Promise<string>;

interface WorkspaceOptions {
  settings: Settings;
  account: Account;
  loadEngine: () => Promise<Engine>;
  signedOut: () => void;
}

/** What the live stream tells; `lost` when the browser gave up reconnecting. */
interface LiveListener {
  record: (record: SyncRecord, token: string) => void;
  reset: () => void;
  connected: (open: boolean) => void;
  lost: () => void;
}

interface DialogOptions {
  title: string;
  body: Node[];
  /** Its class. */
  kind?: 'sheet' | 'small' | 'drawer';
  /** What stands at the end of the head. */
  action?: Node | null;
  /** Asked before Esc, a click outside or the cross close it. */
  mayClose?: () => boolean | Promise<boolean>;
  closed?: () => void;
}

interface Question<Value> {
  title: string;
  text?: string;
  choices: { value: Value; label: string; hint?: string; tone?: 'primary' | 'danger' }[];
}

interface RepeatOptions {
  repeat: Repeat | null;
  /** The rule as it stands. */
  original: string;
  start: string;
  firstWeekday: number;
  /** Asks the core. */
  ruleText: (form: Record<string, string>) => string;
  /** The rule in words and its first times; nothing for a rule that can't be read. */
  ruleTimes: (rule: string, start: string, limit: number) => RuleTimes | null;
}

interface ShortcutActions {
  today: () => void;
  newEvent: () => void;
  jump: () => void;
  moveMonth: (months: number) => void;
  /** Gives the focus to the month. */
  grid: () => void;
  help: () => void;
  escape: () => void;
  undo: () => void;
  redo: () => void;
}

interface HTMLElementTagNameMap {
  'app-shell': import('../components/app-shell.js').AppShell;
  'calendar-list': import('../views/calendars/calendar-list.js').CalendarList;
  'day-panel': import('../views/day/day-panel.js').DayPanel;
  'live-region': import('../components/live-region.js').LiveRegion;
  'month-view': import('../views/month/month-view.js').MonthView;
  'side-bar': import('../views/calendars/side-bar.js').SideBar;
  'sign-in-view': import('../views/sign-in/sign-in-view.js').SignInView;
  'toast-stack': import('../components/toast-stack.js').ToastStack;
}
