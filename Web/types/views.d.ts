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
