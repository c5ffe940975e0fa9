// What the core can be asked, and what it returns: the one description of the WebAssembly boundary.
// The Swift side of every call is generated from it: run `make calls` after a change of an operation
// or of what it takes. Sources/WebCore has one file for each family of operations, and
// Tests/WebAssembly/answers.test.mjs checks every answer against these types.
//
// Dates are "2026-11-21", local times "2026-11-21T09:00:00", weekdays 1 (Monday) to 7. A key names
// an occurrence, and is opaque. `from` and `to` are minutes of a day. Refusals are thrown as a
// CoreError.

/** A whole number of at most 32 bits; the core cuts off fractions. */
type Integer = number;
/** A whole number in decimal digits; what follows them is left out. */
type Digits = string;
/** Text that the core takes as octets, such as an event in iCalendar's format. */
type Octets = string;
/** `1` for yes; anything else is no. */
type Flag = string;
/** A list with an entry in each line. */
type Lines = string;

/** The calendars and groups, in the order in which they're listed. */
interface Directory {
  calendars: DirectoryCalendar[];
  groups: string[];
  /** The accounts of all fellow members. */
  others: string[];
  /** What can be shown and hidden: calendars, and people with all of theirs. */
  switches: string[];
  /** The switches that are on. */
  shown: string[];
  /** Where new events go. */
  defaultCalendar: string | null;
  /** The colours of people, where they differ from those in their groups. */
  colors: { account: string; color: string }[];
}
interface DirectoryCalendar {
  id: string;
  /** The colour of its events: its own, or its person's. */
  drawnColor: string;
  default: boolean;
  isShown: boolean;
  /** Whether its events come from another service, or are kept in step with it. */
  isElsewhere: boolean;
  isReadOnly: boolean;
  /** The member whose name and colour its events get. */
  person: string | null;
  /** How much each group sees of it; of a fellow member's, nothing is said. */
  shares: { group: string; level: ShareLevel }[];
}
/** A group as the server describes it. */
interface DescribedGroup {
  id: string;
  name: string;
  calendar: string;
  defaultLevel: ShareLevel;
  /** The level of each calendar that isn't shown by the default. */
  shares: Record<string, string>;
  /** In the order in which they joined. */
  members: DescribedMember[];
}
interface DescribedMember {
  id: string;
  name: string;
  color: string;
}

/** The operations of the core; each is an export of the module. */
interface Engine {
  // Calendars and groups.
  /** Says that everything is about to be described again. @param account The one that is signed in. */
  beginLoad(account: string): void;
  /** Sets in whose name the user invites others. */
  setHost(email: string, name: string): void;
  /** Removes what wasn't described since `beginLoad`. */
  endLoad(): void;
  putCalendar(calendar: Calendar): void;
  removeCalendar(id: string): void;
  putGroup(group: DescribedGroup): void;
  removeGroup(id: string): void;
  /** @param group The one that is shown by itself; empty for none. @param hidden The switches that are off. */
  chooseCalendars(group: string, hidden: string[]): void;
  /** @returns The switches that are off when only these are on. */
  hiddenSwitches(shown: string[]): string[];
  directory(): Directory;

  // Loading.
  /** @returns Today. */
  setNow(secondsSinceEpoch: number): string;
  /** @returns Whether it's shown; if not, it waits for the zones it names. */
  /** @param isUnanswered Whether it's an invitation that the user hasn't answered. */
  putObject(
    calendar: string,
    href: string,
    etag: string,
    ical: Octets,
    isUnanswered?: boolean,
  ): boolean;
  removeObject(calendar: string, href: string): void;
  inspect(file: Uint8Array): Inspection;
  /** @returns The calendar of the user's own that has an event with one of the UIDs; empty if none has. */
  calendarOf(uids: string[]): string;

  // Zones.
  /** @param starts The first days of the periods, and the day after the last one. */
  hours(starts: string[], grouping: HoursGrouping): HoursSummary;
  /** @param stays Where the user is on some days, such as `Asia/Tokyo 2026-03-03 2026-03-10`. */
  setZone(name: string, stays: string[]): void;
  addZone(name: string, tzif: Uint8Array): void;
  /** @returns Zones that events name and the core doesn't have. */
  missingZones(): string[];
  /** @returns The names by which to load those of these zones that the core doesn't have. */
  unknownZones(names: string[]): string[];
  /**
   * Shows the events that wait for these zones without them; for good if the server doesn't know
   * them either.
   */
  showWithoutZones(names: string[], permanently: boolean): void;
  /**
   * Shows some more of the events whose zones have been added.
   *
   * @returns Whether all are shown.
   */
  showReady(): boolean;
  /** @returns The same time in the other zone; an empty zone is the user's. */
  zoneTime(time: string, from: string, to: string): string;

  // Views.
  /**
   * @param firstDate The first day of the first row, whatever its weekday.
   * @param linesMax How many bars a day has room for as lines; -1 where bars stand in the lanes, too.
   */
  monthRows(firstDate: string, count: Integer, lanesMax: Integer, linesMax: Integer): MonthRow[];
  day(date: string): ListedOccurrence[];
  agenda(way: 'later' | 'earlier', date: string, size: AgendaSize): AgendaList;
  timeline(firstDate: string, count: Integer): Timeline;
  year(year: Integer): YearModel;
  search(
    text: string,
    calendar: string,
    color: string,
    includesPast: boolean,
    limit: Integer,
  ): SearchResult;
  /**
   * Reads some more of the events that no search has read yet.
   *
   * @returns Whether all are read.
   */
  prepareSearch(): boolean;
  /**
   * @returns Reminders due after the first second since 1970, up to and including the second one.
   */
  reminders(after: number, through: number): DueReminder[];
  dragStart(lift: Lift): Drag;
  dragFrame(xPx: number, yPx: number, seconds: number, snapMinutes: Integer): Drag;

  // Events.
  event(key: string): EventDetail;
  /**
   * An occurrence of another version of an object, which stays as it is.
   *
   * @param occurrence As `RECURRENCE-ID` names it; the first one if there's no name.
   */
  version(calendar: string, href: string, ical: Octets, occurrence?: string): EventDetail;
  create(uid: string, draft: CoreDraft): Edit;
  change(key: string, scope: Scope, uid: string, draft: CoreDraft): Edit;
  delete(key: string, scope: Scope): Edit;
  restore(calendar: string, href: string, ical: Octets): Edit;
  editSelection(keys: string[], uid: string, action: SelectionAction): Edit;
  selectionEffect(keys: string[], action: SelectionAction): SelectionEffect;
  undo(edit?: Integer): Edit;
  redo(): Edit;
  canUndo(edit: Integer): boolean;
  /** What is to be undone or redone next; nothing if nothing is. */
  nextStep(isRedo: boolean): HistoryStep | undefined;
  /**
   * Notes that the user has just done something besides editing events, which the page can undo.
   *
   * @param canWait Whether undoing or redoing it can wait for the server. @returns The step's number.
   */
  noteStep(canWait: boolean, canRedo: boolean): number;
  /** @returns Whether a step besides the edits can be undone, or redone, which the page does now. */
  beginTurn(step: Integer): boolean;
  /** @param turn What became of it: `gone` if it can't be undone or redone any more. */
  endTurn(step: Integer, turn: 'done' | 'failed' | 'gone'): void;
  /**
   * Notes in an event of the user's own calendars that they have seen a reminder; can't be undone.
   *
   * @param first When its alarm rang first.
   */
  acknowledge(key: string, first: number): Edit;

  // Edits on their way to the server. After each of these, and after each edit, the page asks for the effects.
  /** @param client 32 hexadecimal digits that no other client of the account has. */
  beginClient(client: string): void;
  /** @param token Where the server's log was read to when everything was loaded. */
  noteLoaded(token: Digits): void;
  /** @returns Whether edits wait for the server, of how many events, and whether the device keeps them. */
  takeEffects(): { isAway: boolean; n: number; isKept: boolean; effects: Effect[] };
  /** @returns At most so many of the events whose edits wait. */
  listWaiting(count: Integer): WaitingEvent[];
  /** Takes over an edit that another client has left on the device. */
  adoptEdit(edit: WaitingEdit): void;
  adoptConflict(conflict: EditConflict): void;
  adoptAnswer(answer: WaitingAnswer): void;
  noteKept(
    client: string,
    place: Integer,
    sentClient: string,
    sentNumber: Integer,
    isKept: boolean,
  ): void;
  /**
   * @param code The server's, if it refused; empty if the answer isn't its. @param isKept Whether the device has
   *   what was sent. @param saved What the server made of each change.
   */
  noteAnswer(
    kind: 'made' | 'refused' | 'unsent',
    code: string,
    isKept: boolean,
    saved?: SavedChange[],
  ): void;
  noteRead(
    kind: 'found' | 'gone' | 'away',
    calendar: string,
    href: string,
    etag: string,
    ical: Octets,
    isUnanswered: boolean,
  ): void;
  /** @returns Whether an edit of the event is on its way, so that the core has taken the record. */
  takeRecord(
    token: Digits,
    isThere: boolean,
    calendar: string,
    href: string,
    etag: string,
    ical: Octets,
    isUnanswered: boolean,
  ): boolean;
  noteReached(): void;
  /** @param number Of the wake-up call that the effects asked for. */
  wake(number: Integer): void;
  takeBackEdit(client: string, place: Integer): void;
  dismissConflict(client: string, place: Integer): void;
  /** @returns Undefined if it can't be had any more. */
  useMine(client: string, place: Integer): Edit | undefined;

  changeEffect(key: string, scope: Scope, draft: CoreDraft): SeriesEffect;
  deleteEffect(key: string, scope: Scope): SeriesEffect;
  changePreview(
    firstDate: string,
    count: Integer,
    key: string,
    scope: Scope,
    draft: CoreDraft,
  ): ChangePreview;
  /**
   * @param first Whether numeric dates begin with the day or the month.
   * @param language The language of the line's words.
   */
  quickAdd(line: string, first: 'day' | 'month', language: 'en' | 'de'): QuickLine;
  /** @returns Templates for an event whose title begins with the text, the most useful first. */
  templates(text: string, limit: Integer): EventTemplate[];
  /** @returns The people whom the user has invited before, in no order. */
  earlierGuests(): EarlierGuest[];
  ruleText(form: RepeatForm): string;
  ruleTimes(
    start: string,
    zone: string,
    rule: string,
    limit: Integer,
    from?: string,
    before?: string,
    way?: 'backward' | '',
    of?: 'rule' | '',
  ): RuleTimes;

  // Groups.
  /** @param key A candidate's. */
  proposal(key: string): ProposalDetail;
  /** @returns Candidates the user hasn't answered, each by its next time. */
  waitingCandidates(): WaitingCandidate[];
  /** Answers a candidate or a group's event. Without a comment the earlier one stays. */
  giveAnswer(
    key: string,
    scope: 'this' | 'all',
    answer: Answer | 'none',
    comment?: string,
  ): NamedAnswer;
  /** The time that moving a candidate suggests. */
  suggestion(key: string, draft: CoreDraft): ProposedTime;
  conflictsOf(firstDate: string, days: Integer, key: string): Conflicts;
  conflictsAt(
    firstDate: string,
    days: Integer,
    start: string,
    end: string,
    zone: string,
    rule: string,
  ): Conflicts;
  busyMembers(
    start: string,
    end: string,
    zone: string,
    rule: string,
    members: BusyMember[],
  ): { counts: number[]; dates: number; clashes: number };
  freeTime(query: CoreFreeTimeQuery, members: FreeTimeMember[]): FreeTime;
  board(firstDate: string, count: Integer, accounts: string[]): Board;
}

/**
 * The module's exports. An operation takes the length of its arguments and returns that of its
 * answer, negative for a refusal.
 */
interface CoreExports {
  memory: WebAssembly.Memory;
  meantime_input(length: number): number;
  meantime_output(): number;
  [operation: string]: any;
}

type SightLevel = 'own' | 'subscribed' | 'connected' | 'group' | 'full' | 'busy';
type EventStatus = 'confirmed' | 'tentative' | 'cancelled';
type Scope = 'this' | 'following' | 'all';
type Answer = 'yes' | 'maybe' | 'no';
/** The fields that a draft sets, as text. */
interface CoreDraft {
  calendar?: string;
  title?: string;
  allDay?: Flag;
  start?: string;
  /** A date is the last day, included. */
  end?: string;
  /** Stays as it is if this is empty. */
  zone?: string;
  location?: string;
  notes?: string;
  url?: string;
  color?: string;
  /** A rule; empty if the event doesn't repeat. */
  repeat?: string;
  busy?: Flag;
  private?: Flag;
  /** As `EventStatus` names it. */
  status?: string;
  categories?: Lines;
  /** In minutes before the start. */
  reminders?: Lines;
  /** The people to invite; see `guestLine`. */
  guests?: Lines;
}
/** The fields of the repeat form, as text, with the event's start and zone. */
interface RepeatForm {
  kind?: 'daily' | 'weekly' | 'monthly' | 'yearly' | 'other';
  interval?: string;
  /** The numbers of weekdays, such as `135`. */
  weekdays?: string;
  monthly?: 'date' | 'nth' | 'last' | 'lastDay';
  ends?: 'never' | 'until' | 'count';
  until?: string;
  count?: string;
  start?: string;
  allDay?: Flag;
  zone?: string;
}

/** How an occurrence involves other people. */
interface Peopled {
  /** Absent for the user's own. */
  level?: SightLevel;
  /** The account whose time it takes. */
  person?: string;
  proposal?: ProposalTally;
  /** Set if the user declined the event. */
  declined?: true;
  /** Set if it's an invitation that the user hasn't answered. */
  unanswered?: true;
}
/** How many members gave each answer to a candidate; `own` is the user's answer. */
interface ProposalTally {
  identity: string;
  own: Answer | null;
  yes: number;
  maybe: number;
  no: number;
  missing: number;
}

/** What every view gets of an occurrence. */
interface Occurrence extends Peopled {
  key: string;
  uid: string;
  calendar: string;
  title: string;
  location: string;
  color: string;
  allDay: boolean;
  start: string;
  /** For all-day events the last date, included. */
  end: string;
  /** The last day it touches. */
  lastDate: string;
  status: EventStatus;
  past: boolean;
  repeats: boolean;
  /** Set if its time counts as free. */
  free?: true;
  /** Set if the server hasn't made its last change yet. */
  unsaved?: true;
}

/** Where the event's own clock is not the user's. */
interface OwnZone {
  /** The event's zone if that isn't the user's. */
  zone: string | null;
  /** Its start in its own zone, or its first day. */
  zoneStart: string;
}

interface MonthRow {
  /** Whether something is left out, because it repeats too often to show every time. */
  cut: boolean;
  /** Of what it's left out, as far as that is known: IDs of calendars, and `invitations`; at most 20. */
  cutSources: string[];
  days: MonthDay[];
  chips: Chip[];
}
interface MonthDay {
  date: string;
  count: number;
  /** How many of these have no lane. */
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
interface ListedOccurrence extends Occurrence, OwnZone {
  /** Its place in the order in which the day's events get room, from 0: the user's own come first. */
  room: number;
  calendarName: string;
  continuesBefore: boolean;
  continuesAfter: boolean;
}
/** The most that a list holds, and the dates it includes even if they are empty. */
interface AgendaSize {
  days: Integer;
  occurrences: Integer;
  always: string[];
}
/** Days with events, the nearest first; whole if there are none beyond them. */
interface AgendaList {
  /** Whether something is left out, because it repeats too often to show every time. */
  cut: boolean;
  /** Of what it's left out, as far as that is known: IDs of calendars, and `invitations`; at most 20. */
  cutSources: string[];
  isWhole: boolean;
  days: AgendaDay[];
}
interface AgendaDay {
  date: string;
  /** How many events of other people's aren't listed, because there are too many. */
  more: number;
  events: ListedOccurrence[];
}

interface Timeline {
  /** Whether something is left out, because it repeats too often to show every time. */
  cut: boolean;
  /** Of what it's left out, as far as that is known: IDs of calendars, and `invitations`; at most 20. */
  cutSources: string[];
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
  /** Only on today. */
  nowMinute?: number;
  /** A clock change: the minutes that are skipped or repeated, and the zone's abbreviations. */
  change: { from: number; to: number; repeated: boolean; before: string; after: string } | null;
  pieces: TimelinePiece[];
  strips: BusyStrip[];
}
/** Minutes of a day in which another person is busy. */
interface BusyStrip {
  /** The person's calendar. */
  calendar: string;
  color: string;
  from: number;
  to: number;
  /** 0 for the first person, 1 at the edge for all others. */
  lane: number;
}
interface TimelinePiece extends Occurrence, OwnZone {
  from: number;
  to: number;
  /** How many steps it's moved in, because it lies on events that go on below it. */
  depth: number;
  /** Its place among those that start at nearly the same time. */
  column: number;
  span: number;
  columns: number;
  startsHere: boolean;
  endsHere: boolean;
  /** The zone's abbreviation, in an hour that is repeated. */
  zoneLabel: string | null;
  /** The length of the whole event. */
  minutes: number;
}

/** What time is counted by. */
type HoursGrouping = 'calendar' | 'category' | 'person';
/** How much time went where. */
interface HoursSummary {
  /** Whether something is left out, because there is too much of it. */
  cut: boolean;
  /** The user's minutes in each period. */
  totals: number[];
  /** Most of the last period first. */
  rows: HoursRow[];
}

interface HoursRow {
  /** A calendar, a category or an account; empty for events without one. */
  id: string;
  /** In each period. */
  minutes: number[];
  /** The events counted. */
  uids: string[];
}

interface YearModel {
  /** Whether something is left out, because it repeats too often to show every time. */
  cut: boolean;
  /** Of what it's left out, as far as that is known: IDs of calendars, and `invitations`; at most 20. */
  cutSources: string[];
  year: number;
  days: YearDay[];
  bands: YearBand[];
  /** What lasts a day or longer and isn't repeated monthly or more often, by its first day; at most 300. */
  dayLong: Occurrence[];
  /** How many more of them there are, of other people's unless one's own are more than 300. */
  unlisted: number;
}
/** Only `proposed` counts candidates of proposals. */
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
  /** Days of the month, both included. */
  firstDay: number;
  lastDay: number;
  lane: number;
  startsHere: boolean;
  endsHere: boolean;
}

/** How many there are in all, and as many of them as were asked for. */
interface SearchResult {
  upcoming: number;
  past: number;
  /** Whether some events were left out because too many of them repeat. */
  cut: boolean;
  /** Whether nothing has the words as typed, and a wrong letter was forgiven. */
  near: boolean;
  events: Occurrence[];
}

/**
 * An occurrence with a reminder, the second since 1970 at which it's due, and the one at which its
 * alarm rings first: it may ring again until somebody has seen it.
 */
interface DueReminder extends Occurrence {
  second: number;
  first: number;
}

/**
 * What is lifted, in pixels from the top left of the viewport. A view that only scrolls, such as
 * the month, leaves out days and minutes.
 */
interface Lift {
  grip: 'move' | 'start' | 'end' | 'whole';
  startMinute?: Integer;
  endMinute?: Integer;
  /** Counted from the first that is visible. */
  day?: Integer;
  snapMinutes: Integer;
  xPx?: number;
  yPx: number;
  /** How far the view is scrolled. */
  positionPx: number;
  viewportHeightPx: number;
  viewportWidthPx?: number;
  contentHeightPx: number;
  gridTopPx?: number;
  gridLeftPx?: number;
  /** Missing in a view that only scrolls. */
  dayWidthPx?: number;
  dayCount?: Integer;
  pixelsPerMinute?: number;
  laneHeightPx?: number;
}
/**
 * Where the held event is: minutes, and days counted from the first that was visible at the lift.
 */
interface Drag {
  start: number;
  end: number;
  day: number;
  /** By how many days the view has turned since the lift. */
  turned: number;
  whole: boolean;
  positionHundredths: number;
}

interface EventDetail extends Peopled {
  /** Set if the server hasn't made its last change yet. */
  unsaved?: true;
  key: string;
  uid: string;
  calendar: string;
  href: string;
  title: string;
  allDay: boolean;
  start: string;
  end: string;
  /** The zone of its start, by its name in the zone database if it has one there. */
  zone: string | null;
  /** The zone of its start or end that the core can't tell the clock of; its time is as written. */
  unknownZone: string | null;
  location: string;
  notes: string;
  url: string;
  /** The ways into its call (CONFERENCE); missing in a core that doesn't know them. */
  conferences: { uri: string; label: string; features: string[] }[];
  /** The start in its own zone, in iCalendar's notation. */
  ownStart: string;
  /** Empty if it has the calendar's. */
  color: string;
  calendarColor: string;
  status: EventStatus;
  busy: boolean;
  private: boolean;
  categories: string[];
  /** Minutes before the start. */
  reminders: number[];
  attendees: Attendee[];
  /** Whether the user decides whom it invites. */
  decidesGuests: boolean;
  /** Who invites; the name may be empty. Missing in a core that doesn't know them. */
  organizer?: { name: string; address: string } | null;
  /**
   * Set if the user's answer to the invitation didn't reach its organizer, whose name or e-mail
   * address may be empty.
   */
  undeliveredAnswer: { to: string; email: string; reason: DeliveryFailure } | null;
  /** The event in its own zone, if that isn't the user's. */
  own: { start: string; end: string; repeat: Repeat | null } | null;
  /** The next dates of its series, in the same zone. */
  next: string[];
  repeat: Repeat | null;
  repeatText: string;
  repeats: boolean;
  /** Whether it repeats too often for all occurrences to be shown. */
  truncated: boolean;
  occurrenceStart: string;
}
/** A rule as the form shows it. Its weekdays and dates are those of the zone it's shown in. */
interface Repeat {
  kind: 'daily' | 'weekly' | 'monthly' | 'yearly' | 'other';
  interval: number;
  weekdays: number[];
  monthly: 'date' | 'nth' | 'last' | 'lastDay';
  ends: 'never' | 'until' | 'count';
  until?: string;
  count?: number;
}

/** A step that can be undone or redone: an edit, or something else, of which `canWait` says whether that can wait. */
interface HistoryStep {
  kind: 'edit' | 'other';
  number: number;
  canWait: boolean;
}

/** What an edit did, and what to send to the server. */
interface Edit {
  edit: number;
  kind: 'created' | 'changed' | 'moved' | 'deleted' | 'restored' | 'undone' | 'redone';
  /** What the undone or redone edit had done. */
  of: 'created' | 'changed' | 'moved' | 'deleted' | 'restored';
  /** How many events it was for. */
  count: number;
  title: string;
  start: string | null;
  undoable: boolean;
  changes: Change[];
  /** How many of the selected events it left alone. */
  left?: number;
}
/** What is done with several events; days and minutes are whole numbers as text. */
type SelectionAction =
  | { do: 'shift' | 'copy'; days: string; minutes: string }
  | { do: 'calendar'; calendar: string }
  | { do: 'color'; color: string }
  | { do: 'delete' };
/** How many events an action would change, and how many it would leave alone for which reason. */
interface SelectionEffect {
  changed: number;
  /** Of these, the dates of repeating events. */
  dates: number;
  readOnly: number;
  proposals: number;
  unchanged: number;
  other: number;
}
interface Change {
  op: 'put' | 'delete';
  calendar: string;
  href: string;
  etag: string;
  ical?: string;
}
/** An edit that the server hasn't made yet, named by the client that made it and its place there. */
interface WaitingEdit {
  client: string;
  place: Integer;
  /** In seconds since 1970. */
  made: Digits;
  title: string;
  /** Whether no person made it. */
  isQuiet: boolean;
  isUndoing: boolean;
  /** Under what client and number it was sent; empty and 0 before. */
  sentClient: string;
  sentNumber: Integer;
  /** The core's edits that it's made of. */
  steps: EditStep[];
  changes: WaitingChange[];
}
interface EditStep {
  edit: number;
  isUndo: boolean;
}
interface WaitingChange {
  calendar: string;
  href: string;
  /** What it's based on; missing if the event is new. */
  baseEtag?: string;
  base?: Octets;
  isUnanswered?: boolean;
  /** The new text; missing if the event is deleted. */
  ical?: Octets;
}
/** What the server has made of a change: its ETag, and its place in the server's log. */
interface SavedChange {
  etag: string;
  token: Digits;
}
/** An event whose change waits. */
interface WaitingEvent {
  /** The edit, by the client that made it and its place there. */
  client: string;
  place: number;
  /** Whether the edit was sent. */
  isSent: boolean;
  /** How many other events the edit changes. */
  others: number;
  /** The event: its calendar and what it's called there. */
  name: string;
  calendar: string;
  kind: 'new' | 'moved' | 'changed' | 'deleted' | 'answer';
  /** If it's an answer that waits. */
  answer?: Answer | 'none';
  extent: 'event' | 'series' | 'dates';
  /** How many dates of a series it concerns. */
  dates?: number;
  title: string;
  /** When it is, or was; missing if the core can't read it. */
  allDay?: boolean;
  start?: string;
  end?: string;
  /** What to open; missing if it's gone. */
  key?: string;
}
/** An answer that the server doesn't have yet, named like an edit. */
interface WaitingAnswer {
  client: string;
  place: Integer;
  /** In seconds since 1970. */
  made: Digits;
  title: string;
  calendar: string;
  href: string;
  /** The one date that is answered; empty if all are. */
  occurrence: string;
  answer: Answer | 'none';
  /** Missing if the earlier comment stays. */
  comment?: string;
  /** Empty for an event. */
  proposal: string;
  /** What the server knows of. */
  earlier: Answer | 'none';
  /** Whether the server may have it. */
  hasLeft: boolean;
}
/** A change that gave way to somebody else's, because both changed the same fields. */
interface EditConflict {
  client: string;
  place: Integer;
  calendar: string;
  href: string;
  title: string;
  /** The texts in which our values are kept, and theirs. */
  ours: Octets;
  theirs: Octets;
  fields: ContestedField[];
}
interface ContestedField {
  /** The property's name; `DTSTART` is for all times, and `VALARM`, which has no values, for alarms. */
  name: string;
  /** The occurrence; empty for the event itself. */
  occurrence: string;
  ours: string;
  theirs: string;
}
/** A request that the server makes as a whole. */
interface EditRequest {
  client: string;
  number: number;
  changes: { calendar: string; href: string; ical?: string; ifMatch?: string; forGood?: boolean }[];
}
interface KeepEdit extends WaitingEdit {
  do: 'keep';
}
interface ForgetEdit {
  do: 'forget';
  client: string;
  place: number;
}
interface KeepConflict extends EditConflict {
  do: 'keepConflict';
}
interface ForgetConflict {
  do: 'forgetConflict';
  client: string;
  place: number;
}
interface SendEdit extends EditRequest {
  do: 'send';
}
interface KeepAnswer extends WaitingAnswer {
  do: 'keepAnswer';
}
interface ForgetAnswer {
  do: 'forgetAnswer';
  client: string;
  place: number;
}
interface SendAnswer extends WaitingAnswer {
  do: 'sendAnswer';
  /** The text with the answer; missing if the event isn't known any more. */
  ical?: string;
}
interface TellRefusedAnswer extends WaitingAnswer {
  do: 'tellRefusedAnswer';
  /** The server's code. */
  why: string;
}
interface TellTookBackAnswer extends WaitingAnswer {
  do: 'tellTookBackAnswer';
}
type AnswerEffect = KeepAnswer | ForgetAnswer | SendAnswer | TellRefusedAnswer | TellTookBackAnswer;
interface ReadEvent {
  do: 'read';
  calendar: string;
  href: string;
}
interface WakeUp {
  do: 'wake';
  /** After how long. */
  seconds: number;
  number: number;
}
interface ShowAgain {
  do: 'show';
}
interface TellSaved {
  do: 'tellSaved';
  /** How many events' changes had waited. */
  count: number;
}
interface TellRefused extends WaitingEdit {
  do: 'tellRefused';
  /** The server's code. */
  why: string;
}
interface TellTookBack extends WaitingEdit {
  do: 'tellTookBack';
}
/** The user's side of a conflict can't be had, because of a code. The conflict is forgotten if its calendar is gone. */
interface TellNotUsed extends EditConflict {
  do: 'tellNotUsed';
  why: string;
}
/** What the core wants done for the edits and answers on their way. */
type Effect =
  | AnswerEffect
  | KeepEdit
  | ForgetEdit
  | KeepConflict
  | ForgetConflict
  | SendEdit
  | ReadEvent
  | WakeUp
  | ShowAgain
  | TellSaved
  | TellRefused
  | TellTookBack
  | TellNotUsed;
/**
 * What an edit would do to a series: how many other changed occurrences would be kept or dropped.
 */
interface SeriesEffect {
  changesRule: boolean;
  oldRule: SeriesRule | null;
  newRule: SeriesRule | null;
  kept: number;
  dropped: number;
}
/** A rule, and the start to word it with. */
interface SeriesRule {
  text: string;
  start: string;
}
/**
 * The occurrences that a change would move, at their new times; and the keys of those that would
 * leave.
 */
interface ChangePreview {
  arriving: Occurrence[];
  leaving: string[];
}

/** What the core reads in a line of text. */
interface QuickLine {
  title: string;
  location: string;
  allDay: boolean;
  hasDate: boolean;
  /** Whether the line says how long it takes, or when it ends. */
  hasLength: boolean;
  start: string;
  end: string;
  repeat: string;
  /** The zone of the times; empty for the user's own. */
  zone: string;
  /** Minutes before the start; empty if the line has none. */
  reminder: string;
  categories: string[];
  /** The parts of the line that were understood, in order; they don't overlap. */
  marks: QuickMark[];
}
/** A part of a line, between two UTF-16 code units as `slice` counts them. */
interface QuickMark {
  from: number;
  to: number;
  kind: 'day' | 'time' | 'zone' | 'length' | 'place' | 'repeat' | 'reminder' | 'category';
}
/** What a new event can take over from earlier ones with the same title. */
interface EventTemplate {
  title: string;
  calendar: string;
  location: string;
  /** Its own colour; empty if it has none. */
  color: string;
  allDay: boolean;
  /** The minute of the day at which it starts; 0 if it's all day. */
  from: number;
  /** Its length; 1,440 for each day if it's all day. */
  minutes: number;
  reminders: number[];
  categories: string[];
  busy: boolean;
  private: boolean;
}
interface RuleTimes {
  times: string[];
  instants: string[];
  /** Null for a rule that can't be read. */
  words: RuleWords | null;
  /** Why the rule can't be read, in English. */
  problem: string | null;
}
/**
 * The parts of a rule, for wording it: weekdays and months count from 1, absent parts are empty.
 */
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

/** What a file contains. */
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
  /** The UIDs of the first events of which the file has a part only, or a message about them. */
  parts: string[];
  /** The starts are in their zones; an empty one is the user's. */
  sample: { title: string; start: string; allDay: boolean; zone: string }[];
}
/**
 * A problem in a file: the code and its values for translated texts, and the message in English.
 */
interface Problem {
  line: number;
  code: string;
  values: string[];
  message: string;
  outcome: string;
  /** The event it is in, as far as that could be read. */
  title?: string;
  start?: string;
}

/** A candidate and its whole proposal. */
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
  /** The user's answer to the whole series. */
  own: Answer | null;
  answers: GivenAnswer[];
  candidates: Candidate[];
}
interface Candidate extends Occurrence {
  href: string;
  repeatText: string;
  /** Set if somebody else suggested it. */
  suggester: string | null;
}
/** Why an invitation didn't reach a guest, or an answer its organizer. */
type DeliveryFailure = 'unknown-address' | 'not-taken' | 'no-way' | 'not-now' | 'other';

/** Somebody whom the user has invited before. */
interface EarlierGuest {
  address: string;
  name: string;
  /** How many events invite them. */
  count: number;
}
/** An attendee of an event. */
interface Attendee extends GivenAnswer {
  isViewer: boolean;
}
/**
 * The answer of somebody who was asked; `account` is empty for people without one here. `one` if
 * it's for this occurrence alone.
 */
interface GivenAnswer {
  /** Empty for somebody without an account. */
  account: string;
  address: string;
  name: string;
  optional: boolean;
  answer: Answer | null;
  comment: string;
  one: boolean;
  undelivered: DeliveryFailure | null;
}
/** A candidate the user hasn't answered, by its next time. */
interface WaitingCandidate extends Occurrence {
  proposal: ProposalTally;
  organizer: string | null;
  organizerName: string;
}
/** The name under which an answer waits, and the previous answer to exactly the same. */
interface NamedAnswer {
  client: string;
  place: number;
  earlier: Answer | 'none';
}
interface ProposedTime {
  start: string;
  end: string;
  zone: string;
  rule: string;
}
/** How many occurrences were compared, and those that collide. */
interface Conflicts {
  times: number;
  /** Whether there were too many times or events to compare them all. */
  cut: boolean;
  found: { start: string; end: string; key: string | null; events: Occurrence[] }[];
}

interface CoreFreeTimeQuery {
  days: string[];
  from: Integer;
  to: Integer;
  /** The least length of a window. */
  minutes: Integer;
  /** The most windows to return. */
  limit: Integer;
}
/** A member of a group whose time is looked at, and all groups that they are in. */
interface BusyMember {
  account: string;
  zone: string;
  groups: string[];
}
interface FreeTimeMember extends BusyMember {
  /** The first and the last minute of work on each day from Monday to Sunday; `-` twice for a day off. */
  hours: string[];
}
interface FreeTime {
  /** Whether some of what takes time was left out, because it repeats too often. */
  cut: boolean;
  count: number;
  windows: FreeWindow[];
  strips: { date: string; from: number; to: number; missing: number }[];
}
/** `missing` has at most two accounts; windows without any come first. */
interface FreeWindow {
  start: string;
  end: string;
  minutes: number;
  missing: string[];
}
interface Board {
  /** Whether something is left out, because it repeats too often to show every time. */
  cut: boolean;
  /** Of what it's left out, as far as that is known: IDs of calendars, and `invitations`; at most 20. */
  cutSources: string[];
  days: { date: string; weekday: number; today: boolean }[];
  /** The row without an account is the group's own. */
  rows: { account: string | null; lanes: number; cells: BoardBlock[][] }[];
}
interface BoardBlock extends Occurrence {
  from: number;
  to: number;
  lane: number;
}
