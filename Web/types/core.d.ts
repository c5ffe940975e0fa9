// What the core can be asked, and what it answers: the one description of the border to
// WebAssembly. Sources/WebCore has each operation in the file of its family, and
// Tests/WebAssembly/answers.test.mjs holds every answer against these types.
//
// Dates are "2026-11-21", local times "2026-11-21T09:00:00", weekdays 1 (Monday) to 7. A key names
// an occurrence; nobody looks into it. `from` and `to` are minutes of a day. What is refused is
// thrown as a CoreError.

/** The operations of the core; each is an export of the module. */
interface Engine {
  // Calendars, and whose they are.
  /** @param id Of the account whose page it is. */
  setAccount(id: string): void;
  putCalendar(calendar: Calendar): void;
  removeCalendar(id: string): void;
  showCalendar(id: string, isVisible: boolean): void;
  /** @param group Only what belongs to it is shown; an empty one shows all again. */
  showGroup(group: string, colorsByAccount: Record<string, string>): void;

  // Loading.
  /** @returns Today. */
  setNow(secondsSinceEpoch: number): string;
  /** @returns Whether it is shown; otherwise it waits for the zones it names. */
  putObject(object: { calendar: string; href: string; etag: string; ical: string }): boolean;
  removeObject(calendar: string, href: string): void;
  /** Notes the ETag that the server gave. */
  saved(calendar: string, href: string, etag: string): void;
  inspect(file: Uint8Array): Inspection;

  // Zones.
  setZone(name: string): void;
  addZone(name: string, tzif: Uint8Array): void;
  /** @returns What events name and the core has not got. */
  missingZones(): string[];
  /** @returns Those of these that the core has not got. */
  unknownZones(names: string[]): string[];
  /** Shows what waits for these without them; for good when nobody has them. */
  doWithoutZones(names: string[], isForGood: boolean): void;
  /** @returns What the other clock shows; an empty zone is the user's. */
  zoneTime(time: string, from: string, to: string): string;

  // Views.
  /** @param firstDate Of the first row, whatever weekday it is. */
  monthRows(firstDate: string, count: number, lanesMax: number): MonthRow[];
  day(date: string): ListedOccurrence[];
  agenda(way: 'later' | 'earlier', date: string, size: AgendaSize): AgendaList;
  timeline(firstDate: string, count: number): Timeline;
  year(year: number): YearModel;
  search(
    text: string,
    calendar: string,
    color: string,
    includesPast: boolean,
    limit: number,
  ): SearchResult;
  /** @returns What is due after the one second since 1970, up to the other. */
  reminders(after: number, through: number): DueReminder[];
  dragStart(lift: Lift): Drag;
  dragFrame(xPx: number, yPx: number, seconds: number, snapMinutes: number): Drag;

  // Events.
  event(key: string): EventDetail;
  create(uid: string, draft: CoreDraft): Edit;
  change(key: string, scope: Scope, uid: string, draft: CoreDraft): Edit;
  delete(key: string, scope: Scope): Edit;
  undo(): Edit;
  redo(): Edit;
  revert(edit: number): Change[];
  changeEffect(key: string, scope: Scope, draft: CoreDraft): Effect;
  deleteEffect(key: string, scope: Scope): Effect;
  changePreview(
    firstDate: string,
    count: number,
    key: string,
    scope: Scope,
    draft: CoreDraft,
  ): ChangePreview;
  /** @param first What a date in figures begins with. */
  quickAdd(line: string, first: 'day' | 'month'): QuickLine;
  ruleText(form: Record<string, string>): string;
  ruleTimes(
    start: string,
    zone: string,
    rule: string,
    limit: number,
    from?: string,
    before?: string,
    way?: 'backward' | '',
    of?: 'rule' | '',
  ): RuleTimes;

  // Groups.
  /** @param key Of a candidate. */
  proposal(key: string): ProposalDetail;
  /** @returns Those that one has not answered, each by its next time. */
  waitingProposals(): WaitingProposal[];
  /** What one's own answer makes of a candidate; without a comment the earlier one stays. */
  answered(
    key: string,
    scope: 'this' | 'all',
    answer: Answer | 'none',
    ...comment: string[]
  ): AnsweredCandidate;
  /** What a candidate that is moved suggests. */
  suggestion(key: string, draft: CoreDraft): ProposedTime;
  conflictsOf(firstDate: string, days: number, key: string): Conflicts;
  conflictsAt(
    firstDate: string,
    days: number,
    start: string,
    end: string,
    zone: string,
    rule: string,
  ): Conflicts;
  /** @param members Account, zone, first and last minute of work, and the groups each is in. */
  freeTime(query: CoreFreeTimeQuery, ...members: (string | number)[][]): FreeTime;
  board(firstDate: string, count: number, accounts: string[]): Board;
}

/** The module's exports: an operation gets the length of its arguments, and gives its answer's. */
interface CoreExports {
  memory: WebAssembly.Memory;
  meantime_input(length: number): number;
  meantime_output(): number;
  [operation: string]: any;
}

type SightLevel = 'own' | 'group' | 'full' | 'busy';
type EventStatus = 'confirmed' | 'tentative' | 'cancelled';
type Scope = 'this' | 'following' | 'all';
type Answer = 'yes' | 'maybe' | 'no';
/** The fields that a draft says, as text. */
type CoreDraft = Record<string, string>;

/** What an occurrence has to do with other people. */
interface Peopled {
  /** Nothing for one's own. */
  level?: SightLevel;
  /** The account whose time it is. */
  person?: string;
  proposal?: ProposalTally;
  /** Whether it is an event that the user said no to. */
  declined?: true;
}
/** How the members asked stand to a candidate; `own` is what the user said. */
interface ProposalTally {
  identity: string;
  own: Answer | null;
  yes: number;
  maybe: number;
  no: number;
  missing: number;
}

/** What every view is told of an occurrence. */
interface Occurrence extends Peopled {
  key: string;
  uid: string;
  calendar: string;
  title: string;
  location: string;
  color: string;
  allDay: boolean;
  start: string;
  /** Of whole days the last date. */
  end: string;
  /** The last day that it touches. */
  lastDate: string;
  status: EventStatus;
  past: boolean;
  repeats: boolean;
}

interface MonthRow {
  /** Whether something is left out, because it repeats too often to show every time. */
  cut: boolean;
  days: MonthDay[];
  chips: Chip[];
}
interface MonthDay {
  date: string;
  count: number;
  /** How many of them have no lane. */
  more: number;
  /** Their colours, at most three. */
  dots: string[];
}
interface Chip extends Occurrence {
  lane: number;
  column: number;
  span: number;
  startsHere: boolean;
  endsHere: boolean;
  bar: boolean;
}

/** An occurrence on a day of a list. */
interface ListedOccurrence extends Occurrence {
  calendarName: string;
  /** Its own zone, where that is not the user's. */
  zone: string | null;
  continuesBefore: boolean;
  continuesAfter: boolean;
}
/** What a list holds at most, and the dates that are in it also when they are empty. */
interface AgendaSize {
  days: number;
  occurrences: number;
  always: string[];
}
/** Days with something, the nearest first; whole when nothing is beyond them. */
interface AgendaList {
  /** Whether something is left out, because it repeats too often to show every time. */
  cut: boolean;
  isWhole: boolean;
  days: AgendaDay[];
}
interface AgendaDay {
  date: string;
  events: ListedOccurrence[];
}

interface Timeline {
  /** Whether something is left out, because it repeats too often to show every time. */
  cut: boolean;
  bars: TimelineBar[];
  days: TimelineDay[];
}
interface TimelineBar extends Occurrence {
  lane: number;
  column: number;
  span: number;
  startsHere: boolean;
  endsHere: boolean;
}
interface TimelineDay {
  date: string;
  today: boolean;
  /** Of today alone. */
  nowMinute?: number;
  /** Minutes that are skipped or come twice, and the zone's abbreviations. */
  change: { from: number; to: number; repeated: boolean; before: string; after: string } | null;
  pieces: TimelinePiece[];
}
interface TimelinePiece extends Occurrence {
  from: number;
  to: number;
  column: number;
  span: number;
  columns: number;
  startsHere: boolean;
  endsHere: boolean;
  /** In an hour that comes twice. */
  zoneLabel: string | null;
  /** How long it lasts. */
  minutes: number;
}

interface YearModel {
  /** Whether something is left out, because it repeats too often to show every time. */
  cut: boolean;
  year: number;
  days: YearDay[];
  bands: YearBand[];
}
/** All but `proposed` is without candidates of proposals. */
interface YearDay {
  date: string;
  weekday: number;
  today: boolean;
  count: number;
  proposed: number;
  /** 0 to 3. */
  fullness: number;
  colors: string[];
}
interface YearBand extends Occurrence {
  month: number;
  /** Days of the month. */
  firstDay: number;
  lastDay: number;
  lane: number;
  startsHere: boolean;
  endsHere: boolean;
}

/** How many there are, and as many of them as were asked for. */
interface SearchResult {
  upcoming: number;
  past: number;
  events: Occurrence[];
}

/** An occurrence to be reminded of, and the second since 1970 at which. */
interface DueReminder extends Occurrence {
  second: number;
}

/** What is lifted, in pixels from the top left of what is seen; a grid without days has none. */
interface Lift {
  [field: string]: number | string;
  grip: 'move' | 'start' | 'end' | 'whole';
  snapMinutes: number;
  yPx: number;
  positionPx: number;
  viewportHeightPx: number;
  contentHeightPx: number;
}
/** What is held: minutes, and days counted from the first that was seen at the lift. */
interface Drag {
  start: number;
  end: number;
  day: number;
  /** By how many days the view is turned since. */
  turned: number;
  whole: boolean;
  positionHundredths: number;
}

interface EventDetail extends Peopled {
  key: string;
  uid: string;
  calendar: string;
  href: string;
  title: string;
  allDay: boolean;
  start: string;
  end: string;
  zone: string | null;
  location: string;
  notes: string;
  url: string;
  /** The start as the clock of its own zone shows it, as iCalendar writes times. */
  ownStart: string;
  /** Empty for the calendar's. */
  color: string;
  calendarColor: string;
  status: EventStatus;
  busy: boolean;
  private: boolean;
  categories: string[];
  /** Minutes before the start. */
  reminders: number[];
  attendees: GivenAnswer[];
  /** The event by the clock of its own zone, where that is not the user's. */
  own: { start: string; end: string; repeat: Repeat | null } | null;
  /** The next dates of its series, by the same clock. */
  next: string[];
  repeat: Repeat | null;
  repeatText: string;
  repeats: boolean;
  /** Whether it repeats too often to show every time. */
  truncated: boolean;
  occurrenceStart: string;
}
/** A rule as the form has it; by the days of the clock that it is told by. */
interface Repeat {
  kind: 'daily' | 'weekly' | 'monthly' | 'yearly' | 'other';
  interval: number;
  weekdays: number[];
  monthly: 'date' | 'nth' | 'last' | 'lastDay';
  ends: 'never' | 'until' | 'count';
  until?: string;
  count?: number;
}

/** What an edit did, and what to tell the server. */
interface Edit {
  edit: number;
  kind: 'created' | 'changed' | 'moved' | 'deleted' | 'undone' | 'redone';
  /** What an undone or redone edit was. */
  of: 'created' | 'changed' | 'moved' | 'deleted';
  title: string;
  start: string | null;
  undoable: boolean;
  changes: Change[];
}
interface Change {
  op: 'put' | 'delete';
  calendar: string;
  href: string;
  etag: string;
  ical?: string;
}
/** What an edit would do to a series: how many other changed dates stay and go. */
interface Effect {
  changesRule: boolean;
  oldRule: SeriesRule | null;
  newRule: SeriesRule | null;
  kept: number;
  dropped: number;
}
/** A rule, and the start that its words are made with. */
interface SeriesRule {
  text: string;
  start: string;
}
/**
 * The occurrences that a change would put somewhere else, there; and the keys of those that would
 * go.
 */
interface ChangePreview {
  arriving: Occurrence[];
  leaving: string[];
}

/** A line of English as the core reads it. */
interface QuickLine {
  title: string;
  location: string;
  allDay: boolean;
  hasDate: boolean;
  start: string;
  end: string;
  repeat: string;
  /** Minutes before the start; empty when none are said. */
  reminder: string;
}
interface RuleTimes {
  times: string[];
  instants: string[];
  words: RuleWords;
}
/** What a rule says, for a sentence: weekdays and months from 1, what it has not is empty. */
interface RuleWords {
  frequency: number;
  interval: number;
  positions: number[];
  weekdays: number[];
  ordinals: { ordinal: number; weekday: number }[];
  ordinalsOfMonth: boolean;
  monthDays: number[];
  yearDays: number[];
  weekNumbers: number[];
  months: number[];
  hours: number[];
  minutes: number[];
  seconds: number[];
  times: number[];
  skip: number;
  weekStart: number | null;
  never: boolean;
  count?: number;
  until?: string;
}

/** What is in a file. */
interface Inspection {
  events: number;
  series: number;
  repeating: number;
  first: string | null;
  last: string | null;
  name: string;
  color: string;
  problems: Problem[];
  problemCount: number;
  sample: { title: string; start: string; allDay: boolean }[];
}
/**
 * What is wrong in a file; the code and its values are for who words it, the message is English.
 */
interface Problem {
  line: number;
  code: string;
  values: string[];
  message: string;
  outcome: string;
}

/** The candidate that was asked for, and all of its proposal. */
interface ProposalDetail {
  identity: string;
  calendar: string;
  href: string;
  title: string;
  location: string;
  notes: string;
  deadline: string | null;
  over: boolean;
  organizer: string | null;
  organizerName: string;
  /** What the user said to all of it. */
  own: Answer | null;
  answers: GivenAnswer[];
  candidates: Candidate[];
}
interface Candidate extends Occurrence {
  href: string;
  repeatText: string;
  /** Where somebody else suggested it. */
  suggester: string | null;
}
/**
 * What somebody who is asked said; who is of no account here has none. `one` when it is for one
 * occurrence alone.
 */
interface GivenAnswer {
  account: string;
  name: string;
  answer: Answer | null;
  comment: string;
  one: boolean;
}
/** A proposal that one has not answered, by its next time. */
interface WaitingProposal extends Occurrence {
  proposal: ProposalTally;
  organizer: string | null;
  organizerName: string;
}
/**
 * A candidate with one's own answer, and as it is without; `earlier` is what one said before to the
 * same.
 */
interface AnsweredCandidate {
  /** Of the proposal; empty for an event. */
  identity: string;
  calendar: string;
  href: string;
  etag: string;
  ical: string;
  oldIcal: string;
  occurrence: string | null;
  earlier: Answer | null;
}
interface ProposedTime {
  start: string;
  end: string;
  zone: string;
  rule: string;
}
/** How many times were compared, and those that collide. */
interface Conflicts {
  times: number;
  found: { start: string; end: string; key: string | null; events: Occurrence[] }[];
}

interface CoreFreeTimeQuery {
  days: string[];
  from: number;
  to: number;
  /** How long it must be at least. */
  minutes: number;
  /** How many windows are told. */
  limit: number;
}
interface FreeTime {
  /** Whether some of what takes time was left out, because it repeats too often. */
  cut: boolean;
  count: number;
  windows: FreeWindow[];
  strips: { date: string; from: number; to: number; missing: number }[];
}
/** The accounts of at most two are missing; those without any come first. */
interface FreeWindow {
  start: string;
  end: string;
  minutes: number;
  missing: string[];
}
interface Board {
  /** Whether something is left out, because it repeats too often to show every time. */
  cut: boolean;
  days: { date: string; weekday: number; today: boolean }[];
  /** Without an account it is that of the group itself. */
  rows: { account: string | null; lanes: number; cells: BoardBlock[][] }[];
}
interface BoardBlock extends Occurrence {
  from: number;
  to: number;
  lane: number;
}
