const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the core refuses, with its own code. */
export class CoreError extends Error {
  /** @param {string} code @param {string} detail */
  constructor(code, detail) {
    super(detail || code);
    this.code = code;
  }
}

/** The WebAssembly core: texts in, JSON out. Everything that knows what time is lives behind it. */
export class Engine {
  #core;

  /** @param {CoreExports} core */
  constructor(core) {
    this.#core = core;
  }

  /** @param {string | URL} url @returns {Promise<Engine>} */
  static async load(url) {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(url), {});
    const core = /** @type {CoreExports} */ (/** @type {unknown} */ (instance.exports));
    if (typeof core['_initialize'] === 'function') core['_initialize']();
    return new Engine(core);
  }

  /** @param {string} zone @param {number} firstWeekday */
  configure(zone, firstWeekday) {
    this.ask('configure', [firstWeekday], zone);
  }
  /** @param {number} seconds Since 1970. @returns {string} Today. */
  setNow(seconds) {
    return this.ask('set_now', [seconds]).today;
  }
  /** @param {string} name @param {Uint8Array} octets TZif. */
  addZone(name, octets) {
    this.ask('add_zone', [], name, octets);
  }
  /** @returns {string[]} */
  missingZones() {
    return this.ask('missing_zones').zones;
  }

  /** @param {Calendar} calendar */
  putCalendar({ id, name, color, level = 'own', owner = '', groups = [] }) {
    this.ask('put_calendar', [], id, name, color, level, owner, ...groups);
  }
  /** @param {string} id Of the account whose page it is. */
  setAccount(id) {
    this.ask('set_account', [], id);
  }
  /**
   * @param {Group | null} group Only what belongs to it is shown, in the colours of its members.
   */
  showGroup(group) {
    this.ask(
      'show_group',
      [],
      group?.id ?? '',
      ...(group?.members ?? []).flatMap(({ id, color }) => [id, color]),
    );
  }
  /** @param {string} key Of a candidate. @returns {ProposalDetail} */
  proposal(key) {
    return this.ask('proposal', [], key);
  }
  /**
   * @param {string} first
   * @param {number} days
   * @param {...string} time A key, or start, end, zone and rule.
   * @returns {Conflicts}
   */
  conflicts(first, days, ...time) {
    return this.ask('conflicts', [days, 20], first, ...time);
  }
  /** @param {string} first @param {number} count @param {string[]} accounts @returns {Board} */
  board(first, count, accounts) {
    return this.ask('board', [count], first, ...accounts);
  }
  /** @param {string} id */
  removeCalendar(id) {
    this.ask('remove_calendar', [], id);
  }
  /** @param {string} id @param {boolean} visible */
  showCalendar(id, visible) {
    this.ask('show_calendar', [visible ? 1 : 0], id);
  }
  /** @param {{ calendar: string, href: string, etag: string, ical: string }} object */
  putObject({ calendar, href, etag, ical }) {
    this.ask('put_object', [], calendar, href, etag, ical);
  }
  /** @param {string} calendar @param {string} href */
  removeObject(calendar, href) {
    this.ask('remove_object', [], calendar, href);
  }

  /** @param {number} first @param {number} count @param {number} lanesMax @returns {MonthRow[]} */
  monthRows(first, count, lanesMax) {
    return this.ask('month_rows', [first, count, lanesMax]).rows;
  }
  /** @param {string} date @returns {Occurrence[]} */
  day(date) {
    return this.ask('day', [], date).events;
  }
  /** @param {string} first @param {number} count @returns {Timeline} */
  timeline(first, count) {
    return this.ask('timeline', [count], first);
  }
  /**
   * @param {1 | -1} way Later or earlier than a date. @param {string} date
   * @param {{ days: number, occurrences: number, always: string[] }} size How much at most, and the
   *   dates that are listed in any case.
   * @returns {AgendaList}
   */
  agenda(way, date, { days, occurrences, always }) {
    return this.ask('agenda', [way, days, occurrences], date, ...always);
  }
  /** @param {number[]} numbers As docs/core.md has them. @returns {Drag} */
  dragStart(numbers) {
    return this.ask('drag_start', numbers);
  }
  /**
   * @param {number} xPx
   * @param {number} yPx
   * @param {number} seconds
   * @param {number} snapMinutes
   * @returns {Drag}
   */
  dragFrame(xPx, yPx, seconds, snapMinutes) {
    return this.ask('drag_frame', [xPx, yPx, seconds, snapMinutes]);
  }
  /** @param {string} key @returns {EventDetail} */
  event(key) {
    return this.ask('event', [], key);
  }

  /** @param {Record<string, string>} draft @returns {Edit} */
  create(draft) {
    return this.ask('create', [], ...pairs(draft));
  }
  /**
   * @param {string} key
   * @param {Scope} scope
   * @param {string} uid
   * @param {Record<string, string>} draft
   * @returns {Edit}
   */
  change(key, scope, uid, draft) {
    return this.ask('change', [], key, scope, uid, ...pairs(draft));
  }
  /** @param {string} key @param {Scope} scope @returns {Edit} */
  delete(key, scope) {
    return this.ask('delete', [], key, scope);
  }
  /**
   * @param {string} key
   * @param {Scope} scope
   * @param {Record<string, string>} draft
   * @returns {Effect} What a change would do.
   */
  changeEffect(key, scope, draft) {
    return this.ask('change_effect', [], key, scope, ...pairs(draft));
  }
  /**
   * @param {string} key
   * @param {Scope} scope
   * @param {Record<string, string>} draft
   * @param {string} first
   * @param {number} count
   * @returns {ChangePreview} What a change would move in these days.
   */
  changePreview(key, scope, draft, first, count) {
    return this.ask('change_preview', [count], first, key, scope, ...pairs(draft));
  }
  /** @param {string} key @param {Scope} scope @returns {Effect} What a deletion would do. */
  deleteEffect(key, scope) {
    return this.ask('delete_effect', [], key, scope);
  }
  /** @returns {Edit} */
  undo() {
    return this.ask('undo');
  }
  /** @returns {Edit} */
  redo() {
    return this.ask('redo');
  }
  /** @param {string} calendar @param {string} href @param {string} etag */
  saved(calendar, href, etag) {
    this.ask('saved', [], calendar, href, etag);
  }
  /** @param {number} edit */
  revert(edit) {
    this.ask('revert', [edit]);
  }
  /** @param {Record<string, string>} form @returns {string} */
  ruleText(form) {
    return this.ask('rule_text', [], ...pairs(form)).rule;
  }
  /**
   * @param {string} start
   * @param {string} zone
   * @param {string} rule
   * @param {number} limit
   * @returns {RuleTimes}
   */
  ruleTimes(start, zone, rule, limit) {
    return this.ask('rule_times', [], start, zone, rule, String(limit), '', '', '', 'event');
  }
  /**
   * @param {number} from
   * @param {number} to Seconds since 1970.
   * @returns {DueReminder[]} Due after the one, up to the other.
   */
  reminders(from, to) {
    return this.ask('reminders', [from, to]).reminders;
  }
  /** @param {number} year @returns {YearModel} */
  year(year) {
    return this.ask('year', [year]);
  }
  /**
   * @param {string} line
   * @param {'day' | 'month'} first What a date in figures begins with.
   * @returns {QuickLine}
   */
  quickAdd(line, first) {
    return this.ask('quick_add', [], line, first);
  }
  /**
   * @param {string} text
   * @param {string} calendar Empty for any.
   * @param {string} color Empty for any.
   * @param {boolean} withPast @param {number} limit
   * @returns {{ upcoming: number, past: number, events: FoundEvent[] }}
   */
  search(text, calendar, color, withPast, limit) {
    return this.ask('search', [withPast ? 1 : 0, limit], text, calendar, color);
  }
  /**
   * @param {string} time
   * @param {string} from
   * @param {string} to An empty zone is the user's.
   * @returns {string} What the other clock shows.
   */
  zoneTime(time, from, to) {
    return this.ask('zone_time', [], time, from, to).time;
  }
  /** @param {Uint8Array} octets @returns {Inspection} */
  inspect(octets) {
    return this.#askOctets('inspect', [], octets);
  }

  /**
   * @param {string} operation
   * @param {number[]} [numbers]
   * @param {...(string | Uint8Array)} fields What is asked for seldom has its place elsewhere.
   */
  ask(operation, numbers = [], ...fields) {
    return this.#askOctets(operation, numbers, packed(fields));
  }

  /**
   * @param {string} operation
   * @param {number[]} numbers
   * @param {Uint8Array} input
   * @returns {any}
   */
  #askOctets(operation, numbers, input) {
    const place = this.#core.meantime_input(input.length);
    new Uint8Array(this.#core.memory.buffer, place, input.length).set(input);
    const length = this.#core[`meantime_${operation}`](...numbers, input.length);
    if (length === 0) return {};
    const output = new Uint8Array(this.#core.memory.buffer, this.#core.meantime_output(), length);
    const answer = JSON.parse(decoder.decode(output));
    if (answer.error) throw new CoreError(answer.error.code, answer.error.detail ?? '');
    return answer;
  }
}

/** @param {Record<string, string>} draft */
const pairs = (draft) => Object.entries(draft).flat();

/**
 * Each field behind its length, so that no text of a field can be taken for the next one.
 *
 * @param {(string | Uint8Array)[]} fields
 */
export function packed(fields) {
  const parts = fields.map((field) => (typeof field === 'string' ? encoder.encode(field) : field));
  const octets = new Uint8Array(parts.reduce((length, part) => length + 4 + part.length, 0));
  const view = new DataView(octets.buffer);
  let place = 0;
  for (const part of parts) {
    view.setUint32(place, part.length, true);
    octets.set(part, place + 4);
    place += 4 + part.length;
  }
  return octets;
}
