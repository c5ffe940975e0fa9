// What the core and the server say, as the page reads it. Dates are "2026-11-21", local times
// "2026-11-21T09:00:00", weekdays 1 (Monday) to 7.

// Modules that many others speak of.
type Agenda = import('../state/agenda.js').Agenda;
type Edits = import('../state/edits.js').Edits;
type Engine = import('../core/engine.js').Engine;
type Notices = import('../notices.js').Notices;
type Message = keyof typeof import('../strings/en.json');
type Settings = import('../state/settings.js').Settings;

/** The two ends of an event: local times, or dates with the last one included. */
interface Times { allDay: boolean; start: string; end: string; }

interface Account { id: string; email: string; name: string; }
interface Provider { id: string; name: string; }
interface SessionAnswer {
  setup: boolean; account?: Account; providers?: Provider[]; registration?: 'open' | 'invited' | 'closed';
}

/** One's own account, with the ways to sign in to it; times are seconds since 1970. */
interface OwnAccount extends Account {
  hasPassword: boolean; emailVerified: boolean; picture: string; zone: string; from: number; to: number;
  identities: { id: string; provider: string; name: string; email: string }[];
}
interface SignedIn { id: string; browser: string; created: number; used: number; current: boolean; }
interface AppPassword { id: string; name: string; created: number; used?: number; password?: string; }
interface Deletion { calendars: number; events: number; groups: { id: string; name: string; fate: 'left' | 'handed-over' | 'deleted'; heirName?: string }[]; }

/** Of a group it has its identity, of a fellow member the owner's and those of the groups it is shown in. */
interface Calendar {
  id: string; name: string; color: string; order?: number; default?: boolean;
  level?: 'own' | 'group' | 'full' | 'busy'; group?: string; owner?: string; groups?: string[];
}

type Role = 'owner' | 'admin' | 'member';
/** What a member shows a group of a calendar. */
type ShareLevel = 'full' | 'busy' | 'hidden';
/** Working hours in minutes of the day. */
interface Member { id: string; name: string; role: Role; color: string; zone: string; from: number; to: number; picture: string; }
interface Group {
  id: string; name: string; color: string; calendar: string; role: Role; defaultLevel: ShareLevel; shares: Record<string, ShareLevel>;
  members: Member[];
}
/** `uses` are those left; null for any number. */
interface Invitation { id: string; uses: number | null; expires: string; }
/** What an invitation tells whoever has its link. */
interface InvitationPreview { group: { name: string; members: string[] }; invitedBy: string; }
type Answer = 'yes' | 'maybe' | 'no';
interface ProposedTime { start: string; end: string; zone: string; rule: string; }
/** How the members asked stand to a candidate; `own` is what the user said. */
interface ProposalTally { identity: string; own: Answer | null; yes: number; maybe: number; no: number; missing: number; }
/** What an occurrence has to do with other people. */
interface Peopled { level?: 'own' | 'group' | 'full' | 'busy'; person?: string; proposal?: ProposalTally;
  /** Whether it is an event that the user said no to. */
  declined?: boolean;
}
interface ProposalDetail {
  identity: string; title: string; location: string; notes: string; deadline: string | null; over: boolean;
  organizer: string | null; organizerName: string;
  /** What the user said to all of it. */
  own: Answer | null;
  answers: GivenAnswer[];
  candidates: (Placed & { href: string; repeatText: string; suggester: string | null })[];
}
/** What somebody who is asked said; who is of no account here has none. `one` when it is for one occurrence alone. */
interface GivenAnswer { account: string; name: string; answer: Answer | null; comment: string; one: boolean; }
/** A candidate with one's own answer, and as it is without; `earlier` is what one said before to the same. */
interface AnsweredCandidate {
  /** Of the proposal; empty for an event. */
  identity: string;
  calendar: string; href: string; etag: string; ical: string; oldIcal: string; occurrence: string | null; earlier: Answer | null;
}
/** A proposal that one has not answered, by its next time. */
interface WaitingProposal extends Placed { calendar: string; organizer: string | null; organizerName: string; proposal: ProposalTally; }
interface Conflicts { times: number; found: { start: string; end: string; key: string | null; events: Placed[] }[]; }
interface FreeTimeQuery { days: string[]; from: number; to: number; minutes: number; members: Pick<Member, 'id' | 'zone' | 'from' | 'to'>[]; }
interface FreeWindow { start: string; end: string; minutes: number; missing: string[]; }
interface FreeTime { count: number; windows: FreeWindow[]; strips: { date: string; from: number; to: number; missing: number }[]; }
/** Who else has something at a time: on how many of its first dates each, and on how many anybody. */
interface BusyOthers { busy: { id: string; name: string; n: number }[]; isAll: boolean; clashes: number; dates: number; }
/** Minutes of a day in which all are free, or all but one of this name. */
interface CommonSpan { from: number; to: number; missing: string; }
interface BoardBlock extends Placed { from: number; to: number; lane: number; }
interface Board {
  days: { date: string; weekday: number; today: boolean }[];
  rows: { account: string | null; lanes: number; cells: BoardBlock[][] }[];
}

/** The person an event is drawn as. */
interface Whose { name: string; initials: string; isReadOnly: boolean; }

type SyncRecord =
  | { type: 'header'; token: string; total: number; account: Account }
  | ({ type: 'calendar' } & Calendar)
  | { type: 'calendar-removed'; id: string }
  | ({ type: 'group' } & Group)
  | { type: 'group-removed'; id: string }
  | { type: 'event'; calendar: string; href: string; etag: string; ical: string }
  | { type: 'event-removed'; calendar: string; href: string }
  | { type: 'end' };

interface Chip extends Peopled {
  key: string; uid: string; calendar: string; title: string; color: string;
  lane: number; column: number; span: number; bar: boolean; from: boolean; to: boolean;
  start: string; end: string; time?: string; past: boolean; status: string; repeats: boolean;
}
interface MonthDay {
  date: string; day: number; month: number; year: number; weekday: number;
  today: boolean; first: boolean; count: number; more: number; dots: string[];
}
interface MonthRow { week: number; weekNumber: number; days: MonthDay[]; chips: Chip[]; }

interface Occurrence extends Peopled {
  key: string; uid: string; calendar: string; calendarName: string; title: string; color: string;
  allDay: boolean; start: string; end: string; lastDate?: string; zone: string | null;
  location: string; status: string; past: boolean; repeats: boolean;
  continuesBefore: boolean; continuesAfter: boolean;
}

/** An occurrence in the views of hours. */
interface Placed extends Peopled {
  key: string; uid: string; calendar: string; title: string; location: string; color: string;
  allDay: boolean; start: string; end: string; status: string; past: boolean; repeats: boolean;
  column: number; span: number; startsHere: boolean; endsHere: boolean;
}
interface TimelineBar extends Placed { lane: number; }
interface TimelinePiece extends Placed {
  from: number; to: number; columns: number; zoneLabel: string | null; minutes: number;
}
interface TimelineDay {
  date: string; weekday: number; today: boolean; nowMinute?: number;
  change: { from: number; to: number; repeated: boolean; before: string; after: string } | null;
  pieces: TimelinePiece[];
}
interface Timeline { laneCount: number; bars: TimelineBar[]; days: TimelineDay[]; }

/** What is held, as the core says in each frame. */
interface Drag {
  start: number; end: number; day: number; turned: number; whole: boolean; positionHundredths: number;
}

interface Repeat {
  kind: 'daily' | 'weekly' | 'monthly' | 'yearly' | 'other';
  interval: number; weekdays: number[]; monthly: 'date' | 'nth' | 'last' | 'lastDay';
  ends: 'never' | 'until' | 'count'; until: string; count: number;
}
/** What a rule says, for a sentence: weekdays and months from 1, what it has not is empty. */
interface RuleWords {
  frequency: number; interval: number; positions: number[]; weekdays: number[];
  ordinals: { ordinal: number; weekday: number }[]; ordinalsOfMonth: boolean;
  monthDays: number[]; yearDays: number[]; weekNumbers: number[]; months: number[];
  hours: number[]; minutes: number[]; seconds: number[]; times: number[];
  skip: number; weekStart: number | null; never: boolean; count?: number; until?: string;
}
interface RuleTimes { times: string[]; english: string; words: RuleWords; }

interface EventDetail extends Peopled {
  key: string; uid: string; calendar: string; href: string; title: string; allDay: boolean;
  start: string; end: string; zone: string | null; location: string; notes: string; url: string;
  /** The start as the clock of its own zone shows it, as iCalendar writes times. */
  ownStart: string;
  color: string; calendarColor: string; status: string; busy: boolean; private: boolean;
  categories: string[]; reminders: number[]; attendees: GivenAnswer[];
  /** The event by the clock of its own zone, where that is not the user's. */
  own: { start: string; end: string; repeat: Repeat | null } | null;
  /** The next dates of its series, by the same clock. */
  next: string[];
  repeat: Repeat | null; repeatText: string; repeats: boolean; isOverride: boolean; occurrenceStart: string;
  /** Whether it repeats too often to show every time. */
  truncated: boolean;
}

/** What the event sheet hands over: every field as text, as the core's drafts take it. Without a zone it is the user's. */
interface Draft {
  calendar: string; title: string; allDay: string; start: string; end: string; zone: string;
  location: string; notes: string; color: string; repeat: string; url: string; busy: string; private: string;
  status: string; categories: string; reminders: string;
}
type Scope = 'this' | 'following' | 'all';

/** What an import did to one object: what is there now, and the text it replaced, if any. */
interface ImportChange { href: string; etag: string; before?: string; }
interface Change { op: 'put' | 'delete'; calendar: string; href: string; etag: string; ical?: string; }
interface Edit {
  edit: number; kind: 'created' | 'changed' | 'moved' | 'deleted' | 'undone' | 'redone';
  /** What an undone or redone edit was. */
  of: 'created' | 'changed' | 'moved' | 'deleted';
  title: string; scope: Scope | null; start: string | null; changes: Change[]; undoable: boolean;
}

/** What an edit does to a series, as docs/core.md says. */
interface Effect {
  kind: string; scope: Scope | null; from: string | null; changesRule: boolean;
  oldRule: { text: string; start: string } | null; newRule: { text: string; start: string } | null;
  kept: number; dropped: number; detached: boolean;
}

/** The occurrences that a change would put somewhere else, there; and the keys of those that would go. */
interface ChangePreview { arriving: Moved[]; leaving: string[]; }
interface Moved extends Times { key: string; title: string; color: string; lastDate: string; }

/** A day of the list of what comes. */
interface AgendaDay { date: string; events: Occurrence[]; }
/** Days with something, the nearest first; whole when nothing is beyond them. */
interface AgendaList { isWhole: boolean; days: AgendaDay[]; }

interface YearDay { date: string; weekday: number; today: boolean; count: number; proposed: number; fullness: number; colors: string[]; }
interface YearBand extends Peopled {
  key: string; uid: string; title: string; color: string; start: string; end: string;
  month: number; from: number; to: number; lane: number; startsHere: boolean; endsHere: boolean;
}
interface YearModel { year: number; days: YearDay[]; bands: YearBand[]; }
/** A saved choice of the calendars to show. */
interface CalendarSet { name: string; calendars: string[]; }

type YearLayout = 'months' | 'rows' | 'list';

/** A line of English as the core reads it. */
interface QuickLine {
  title: string; location: string; allDay: boolean; hasDate: boolean; start: string; end: string; repeat: string;
  /** Minutes before the start; empty when none are said. */
  reminder: string;
}
interface FoundEvent {
  key: string; uid: string; calendar: string; title: string; location: string; color: string; allDay: boolean;
  start: string; end: string; status: string; past: boolean; repeats: boolean;
}

/** An occurrence to be reminded of, and the second since 1970 at which. */
interface DueReminder extends FoundEvent { second: string; }

/** What another program of the device handed over. */
interface SharedThing { title: string; text: string; url: string; files: File[]; }

/** What is wrong in a file; the code and its values are for who words it, the message is English. */
interface Problem { line: number; code: string; values: string[]; message: string; outcome: string; }
interface Inspection {
  events: number; series: number; repeating: number; first: string | null; last: string | null;
  name: string; color: string; problems: Problem[]; problemCount: number;
  sample: { title: string; start: string; allDay: boolean }[];
}
type ImportRecord =
  | { type: 'progress'; done: number; total: number }
  | ({ type: 'problem' } & Problem)
  | { type: 'more-problems'; count: number }
  | ({ type: 'change' } & ImportChange)
  | { type: 'end'; added: number; updated: number; unchanged: number; dropped: number };

/** The exports of the WebAssembly core; every operation ends with the input's length. */
interface CoreExports {
  memory: WebAssembly.Memory;
  meantime_input(length: number): number;
  meantime_output(): number;
  [operation: string]: any;
}
