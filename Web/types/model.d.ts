// What the server says, and what the page makes of it; core.d.ts has what the core says. Dates are
// "2026-11-21", local times "2026-11-21T09:00:00", weekdays 1 (Monday) to 7.

// Modules that many others speak of.
type Agenda = import('../state/agenda.js').Agenda;
type Edits = import('../state/edit-queue.js').Edits;
type Notices = import('../app/notices.js').Notices;
type Message = keyof typeof import('../strings/en.json');
type Settings = import('../state/settings.js').Settings;

/** The two ends of an event: local times, or dates with the last one included. */
interface Times {
  allDay: boolean;
  start: string;
  end: string;
}

interface Account {
  id: string;
  email: string;
  name: string;
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
}

/** One's own account, with the ways to sign in to it; times are seconds since 1970. */
interface OwnAccount extends Account {
  hasPassword: boolean;
  emailVerified: boolean;
  picture: string;
  zone: string;
  from: number;
  to: number;
  identities: { id: string; provider: string; name: string; email: string }[];
}
interface SignedIn {
  id: string;
  browser: string;
  created: number;
  used: number;
  current: boolean;
}
interface AppPassword {
  id: string;
  name: string;
  created: number;
  used?: number;
  password?: string;
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
 * Of a group it has its identity, of a fellow member the owner's and those of the groups it is
 * shown in.
 */
interface Calendar {
  id: string;
  name: string;
  color: string;
  order?: number;
  default?: boolean;
  level?: SightLevel;
  group?: string;
  owner?: string;
  groups?: string[];
}

type Role = 'owner' | 'admin' | 'member';
/** What a member shows a group of a calendar. */
type ShareLevel = 'full' | 'busy' | 'hidden';
/** Working hours in minutes of the day. */
interface Member {
  id: string;
  name: string;
  role: Role;
  color: string;
  zone: string;
  from: number;
  to: number;
  picture: string;
}
interface Group {
  id: string;
  name: string;
  color: string;
  calendar: string;
  role: Role;
  defaultLevel: ShareLevel;
  shares: Record<string, ShareLevel>;
  members: Member[];
}
/** `uses` are those left; null for any number. */
interface Invitation {
  id: string;
  uses: number | null;
  expires: string;
}
/** What an invitation tells whoever has its link. */
interface InvitationPreview {
  group: { name: string; members: string[] };
  invitedBy: string;
}
interface FreeTimeQuery {
  days: string[];
  from: number;
  to: number;
  minutes: number;
  members: Pick<Member, 'id' | 'zone' | 'from' | 'to'>[];
}
/**
 * Who else has something at a time: on how many of its first dates each, and on how many anybody.
 */
interface BusyOthers {
  busy: { id: string; name: string; n: number }[];
  isAll: boolean;
  clashes: number;
  dates: number;
}
/** Minutes of a day in which all are free, or all but one of this name. */
interface FreeSpan {
  from: number;
  to: number;
  missing: string;
}

/** The person an event is drawn as. */
interface CalendarOwner {
  name: string;
  initials: string;
  isReadOnly: boolean;
}

type SyncRecord =
  | { type: 'header'; token: string; total: number; account: Account }
  | ({ type: 'calendar' } & Calendar)
  | { type: 'calendar-removed'; id: string }
  | ({ type: 'group' } & Group)
  | { type: 'group-removed'; id: string }
  | { type: 'event'; calendar: string; href: string; etag: string; ical: string }
  | { type: 'event-removed'; calendar: string; href: string }
  | { type: 'end' };

/**
 * What the event sheet hands over: every field as text, as the core's drafts take it. Without a
 * zone it is the user's.
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
}

/** What an import did to one object: what is there now, and the text it replaced, if any. */
interface ImportChange {
  href: string;
  etag: string;
  before?: string;
}

/** A saved choice of the calendars to show. */
interface CalendarSet {
  name: string;
  calendars: string[];
}

type YearLayout = 'months' | 'rows' | 'list';

/** What another program of the device handed over. */
interface SharedThing {
  title: string;
  text: string;
  url: string;
  files: File[];
}

type ImportRecord =
  | { type: 'progress'; done: number; total: number }
  | ({ type: 'problem' } & Problem)
  | { type: 'more-problems'; count: number }
  | ({ type: 'change' } & ImportChange)
  | { type: 'end'; added: number; updated: number; unchanged: number; dropped: number };
