// What the server returns, and what the page makes of it. For the core see core.d.ts. Dates are
// "2026-11-21", local times "2026-11-21T09:00:00", weekdays 1 (Monday) to 7.

// Types of modules, for use everywhere.
type Agenda = import('../state/agenda.js').Agenda;
type EditQueue = import('../state/edit-queue.js').EditQueue;
type UnsavedDrafts = import('../state/unsaved-drafts.js').UnsavedDrafts;
type Notices = import('../app/notices.js').Notices;
type Message = keyof typeof import('../strings/en.json');
type Settings = import('../state/settings.js').Settings;
type ViewerZone = import('../state/viewer-zone.js').ViewerZone;

/** The start and end of an event: local times, or dates, the last one included. */
interface Times {
  allDay: boolean;
  start: string;
  end: string;
}

interface Account {
  id: string;
  email: string;
  name: string;
  /** The address of its picture; empty without one. */
  picture?: string;
}
interface Provider {
  id: string;
  name: string;
}
interface SessionAnswer {
  setup: boolean;
  account?: Account;
  providers?: Provider[];
  registration?: 'open' | 'invited' | 'closed';
  /** What the device has kept of the account. The server doesn't send it. */
  kept?: KeptAccount;
}

/** The user's own account, with the ways to sign in. Working hours are minutes of a day. */
interface OwnAccount extends Account {
  hasPassword: boolean;
  emailVerified: boolean;
  picture: string;
  zone: string;
  from: number;
  to: number;
  identities: { id: string; provider: string; name: string; email: string }[];
}
/** A session. Times are in seconds since 1970. */
/** Who wrote something, when (in seconds since 1970) and how; without what is no longer known. */
interface Written {
  at?: number;
  by?: { id: string; name: string };
  way?: 'page' | 'program' | 'import';
}

/** A version of an event. */
interface Version extends Written {
  version: number;
  kind: 'made' | 'changed' | 'restored';
}

/** An event in the bin. Its start is by the clock of its zone. */
interface DeletedEvent extends Written {
  id: string;
  calendar: string;
  title: string;
  repeats: boolean;
  allDay?: boolean;
  start?: string;
  zone?: string;
  discardable: boolean;
}

/** A calendar in the bin. */
interface DeletedCalendar extends Written {
  id: string;
  name: string;
  color: string;
  events: number;
}

interface SignedIn {
  id: string;
  browser: string;
  created: number;
  used: number;
  current: boolean;
}
/** Times are in seconds since 1970. `password` is only there when it was just created. */
interface AppPassword {
  id: string;
  name: string;
  created: number;
  used?: number;
  password?: string;
}
/** Times are in seconds since 1970. `path` is only there when it was just created. */
interface SecretAddress {
  id: string;
  name: string;
  detail: 'full' | 'busy';
  calendar?: string;
  set?: string;
  group?: string;
  created: number;
  used?: number;
  /** The name of the fellow member who made it. */
  madeBy?: string;
  path?: string;
}
/** With the id of what it gives out. */
interface SecretAddressForm {
  name: string;
  detail: string;
  calendar?: string;
  set?: string;
  group?: string;
}
interface Deletion {
  calendars: number;
  events: number;
  groups: {
    id: string;
    name: string;
    fate: 'left' | 'handed-over' | 'deleted';
    heirName?: string;
  }[];
}

/**
 * A group's calendar has the id of its `group`; a fellow member's has its `owner` and the `groups`
 * it's shared with.
 */
interface Calendar {
  id: string;
  name: string;
  color: string;
  order?: Integer;
  default?: boolean;
  level?: SightLevel;
  group?: string;
  owner?: string;
  groups?: string[];
  /** What is wrong with where it's read from, as a word. */
  failure?: string;
}
/** A calendar of the agenda: what the server says of it, with what the core makes of that. */
type ListedCalendar = Calendar & DirectoryCalendar;

/** An account at another service, as its user types it. */
interface AccountElsewhere {
  /** Of its server, or an e-mail address there. */
  address: string;
  user: string;
  password: string;
}
/** A calendar of such an account. */
interface FoundCalendar {
  address: string;
  name: string;
  color?: string;
  writable: boolean;
  /** The id of the same calendar here, if it was added before. */
  calendar?: string;
}
interface NewFeed {
  address: string;
  name?: string;
  color: string;
  reminders: boolean;
}
interface NewAccountCalendar extends AccountElsewhere {
  kind: 'caldav';
  color: string;
}
/** A Google account that let this server read its calendars. */
interface GoogleAccount {
  id: string;
  email: string;
  /** Whether it also lets them be changed from here. */
  writable: boolean;
}
/** What an account may do with a calendar, in Google's words. */
type GoogleAccess = 'owner' | 'writer' | 'reader' | 'freeBusyReader';
/** A calendar of a Google account. */
interface GoogleCalendar {
  id: string;
  name: string;
  color?: string;
  access: GoogleAccess;
  primary: boolean;
  /** Whether it's shown at Google. */
  selected: boolean;
  /** Its id here, if it was added before. */
  calendar?: string;
}
interface NewGoogleCalendar {
  kind: 'google';
  account: string;
  /** Google's. */
  id: string;
  color: string;
}

/** Where a calendar is read from, and how that goes. Times are seconds since 1970. */
interface ExternalCalendar {
  calendar: string;
  /** Read by its address alone, or from an account. */
  kind: 'feed' | 'caldav' | 'google';
  /** Missing, as host and user, if the server can't open it any more. */
  address?: string;
  host?: string;
  /** This and the next two are only there for a calendar of an account. */
  user?: string;
  writable?: boolean;
  /** Only there for a calendar at Google, as `access`. */
  account?: string;
  access?: GoogleAccess;
  /** How many changes made here the other service hasn't taken yet. */
  waiting?: number;
  paused: boolean;
  /** Whether the reminders in it are kept. */
  reminders: boolean;
  due: number;
  read?: number;
  /** How many events of the state that was read last could not be read. */
  dropped?: number;
  /** The events that the other service sends in a way that can't be read: how many, and the first titles. */
  unread?: { count: number; titles: string[] };
  failure?: string;
  failedSince?: number;
  /** How many of the events that are new or have changed are here already, while it's being read. */
  reading?: { done: number; of: number };
}

type Role = 'owner' | 'admin' | 'member';
/** How much of a calendar a member shows a group. */
type ShareLevel = 'full' | 'busy' | 'hidden';
/**
 * `from` and `to` are the working hours, in minutes of the day; `weekHours` has those from Monday to
 * Sunday, null for a day off, if they differ.
 */
interface Member {
  id: string;
  name: string;
  role: Role;
  color: string;
  zone: string;
  from: number;
  to: number;
  weekHours: ([number, number] | null)[];
  picture: string;
}
/** What can be done with a group; see `GroupAction` in Sources/Agenda/Permission.swift. */
type GroupAction =
  | 'see'
  | 'share'
  | 'propose'
  | 'answer'
  | 'decide'
  | 'invite'
  | 'giveOut'
  | 'removeMember'
  | 'edit'
  | 'assignRoles'
  | 'remove';
/** `may` is what the user may do with it. */
interface Group {
  id: string;
  name: string;
  color: string;
  calendar: string;
  role: Role;
  may: GroupAction[];
  defaultLevel: ShareLevel;
  shares: Record<string, ShareLevel>;
  members: Member[];
}
/** A link to join a group. `uses` is how many are left; null for any number. */
interface JoinLink {
  id: string;
  uses: number | null;
  expires: string;
}
/** What everybody with a link to join can see of its group. */
interface JoinLinkPreview {
  group: { name: string; members: string[] };
  invitedBy: string;
}
interface FreeTimeQuery {
  days: string[];
  from: number;
  to: number;
  minutes: number;
  members: Pick<Member, 'id' | 'zone' | 'from' | 'to' | 'weekHours'>[];
}
/**
 * Which members are busy at a time: each on `n` of its first `dates`, anybody on `clashes` of them.
 */
interface BusyOthers {
  busy: { id: string; name: string; n: number }[];
  isAll: boolean;
  clashes: number;
  dates: number;
}
/** Minutes of a day when everybody is free, or everybody but the member named `missing`. */
interface FreeSpan {
  from: number;
  to: number;
  missing: string;
}

/** The person a calendar's events are shown with. */
interface CalendarOwner {
  name: string;
  initials: string;
  isReadOnly: boolean;
  /** Whether it's the user's, but read from elsewhere. */
  isSubscribed: boolean;
}

type SyncRecord = { token?: string } & (
  | { type: 'header'; token: string; total: number; account: Account }
  | ({ type: 'calendar' } & Calendar)
  | { type: 'calendar-removed'; id: string }
  | ({ type: 'group' } & Group)
  | { type: 'group-removed'; id: string }
  | {
      type: 'event';
      calendar: string;
      href: string;
      etag: string;
      ical: string;
      /** Set if it's an invitation that the calendar's owner hasn't answered. */
      unanswered?: true;
    }
  | { type: 'event-removed'; calendar: string; href: string }
  | { type: 'left-out'; calendar: string }
  | { type: 'end' }
);

/** What news of a proposal name, and where that is. */
interface NamedTime {
  calendar: string;
  href: string;
  key: string;
  title: string;
  start: string;
  allDay: boolean;
}

/** What a device remembers of a candidate, to notice what happens to it. */
interface SeenCandidate extends NamedTime {
  /** It stays when the candidate becomes an event. */
  uid: string;
  /** Of its proposal. */
  identity: string;
  organizer: string | null;
  own: Answer | null;
  answers: { account: string; name: string; answer: Answer | null }[];
}

/**
 * What the user hears of a proposal: somebody's answers, the event that it has become, or that it
 * was withdrawn. `key` leads to the proposal or the event.
 */
interface ProposalNewsItem extends NamedTime {
  id: string;
  kind: 'answer' | 'decided' | 'withdrawn';
  /** Who answered, and what to each time; missing for what isn't an answer. */
  name?: string;
  answers?: { start: string; allDay: boolean; answer: Answer }[];
}

/** What the server answers to a saved change. */
type Saved = { etag: string; token: string };
/** An answer as it's sent. */
interface SentAnswer {
  /** Whose it is; nobody else's session gives it. */
  account: string;
  answer: Answer | 'none';
  occurrence?: string;
  comment?: string;
}

/**
 * An event as the event sheet edits it: every field as text, as the core takes it. An empty zone is
 * the user's.
 */
interface Draft {
  calendar: string;
  title: string;
  allDay: string;
  start: string;
  end: string;
  zone: string;
  location: string;
  notes: string;
  color: string;
  repeat: string;
  url: string;
  busy: string;
  private: string;
  status: string;
  categories: string;
  reminders: string;
  /** See `guestLine`. */
  guests: string;
}

/** A person whom an event invites. */
interface Guest {
  /** As `mailto:anna@example.org`. */
  address: string;
  /** May be empty. */
  name: string;
  optional: boolean;
}

/** What an import did to one object: its new ETag, and the text it replaced, if any. */
interface ImportChange {
  href: string;
  etag: string;
  before?: string;
}

/** A saved selection of calendars to show. */
interface CalendarSet {
  /** 32 hexadecimal digits, from its first secret address on. */
  id?: string;
  name: string;
  calendars: string[];
}

type YearLayout = 'months' | 'rows' | 'list';

/** What another program on the device shared. */
interface SharedThing {
  title: string;
  text: string;
  url: string;
  files: File[];
}

/** Somebody's invitation that isn't in a calendar before the user answers it. */
interface WaitingInvitation {
  id: string;
  name: string;
  email: string;
  ical: string;
}

/** Somebody from whom the user wants no invitations; the name or the address may be empty. */
interface BlockedSender {
  id: string;
  name: string;
  email: string;
}

/** What the calendars of an account or a group hold, and how much they may. */
interface StorageUse {
  events: number;
  eventsMax: number;
  bytes: number;
  bytesMax: number;
}

type ImportRecord =
  | { type: 'progress'; done: number; total: number }
  | ({ type: 'problem' } & Problem)
  | ({ type: 'note' } & Problem)
  | { type: 'more-problems'; count: number }
  | ({ type: 'change' } & ImportChange)
  | { type: 'storage-full' | 'disk-full'; reason?: string; detail: string }
  | { type: 'end'; added: number; updated: number; unchanged: number; dropped: number };
