/**
 * The records of a copy without those replaced or removed later. Each keeps its first position, so
 * calendars still come before their events.
 *
 * @param {Iterable<string>} texts The copy's pieces.
 * @returns {Iterable<SyncRecord>}
 */
export function latestRecords(texts) {
  /** @type {Map<string, SyncRecord>} */
  const records = new Map();
  for (const text of texts) for (const record of JSON.parse(text)) add(records, record);
  return records.values();
}

/** @param {Map<string, SyncRecord>} records @param {SyncRecord} record */
function add(records, record) {
  switch (record.type) {
    case 'event':
      records.set(`event ${record.calendar} ${record.href}`, record);
      break;
    case 'event-removed':
      records.delete(`event ${record.calendar} ${record.href}`);
      break;
    case 'calendar':
      putCalendar(records, record);
      break;
    case 'calendar-removed':
      records.delete(`calendar ${record.id}`);
      for (const [name, other] of records)
        if ('calendar' in other && other.calendar === record.id) records.delete(name);
      break;
    case 'group':
      records.set(`group ${record.id}`, record);
      break;
    case 'group-removed':
      records.delete(`group ${record.id}`);
      break;
    case 'left-out':
      records.set(`left-out ${record.calendar}`, record);
      break;
    default:
      records.set(record.type, record);
  }
}

/**
 * A live record of a calendar may leave out what hasn't changed, and only one calendar is the default.
 *
 * @param {Map<string, SyncRecord>} records @param {SyncRecord & { type: 'calendar' }} record
 */
function putCalendar(records, record) {
  if (record.default)
    for (const other of records.values()) if (other.type === 'calendar') other.default = false;
  const name = `calendar ${record.id}`;
  records.set(name, { ...records.get(name), ...record });
}
