import {
  folderOfEvent,
  folderOfList,
  isAppleDatabase,
  joinedCalendar,
  listBytesMax,
  namesInList,
} from './apple-archive.js';
import { calendarNameOf } from './calendar-file-names.js';
import { DroppedFolder } from './dropped-folder.js';
import { entriesOf, isSmallEnough, isZip, ZipError } from './zip-file.js';

/** The most calendars of one import. */
export const calendarsMax = 100;
/**
 * How many events of a folder are unpacked at the same time, because one after the other is slow.
 */
const readAtOnce = 32;

/** @typedef {import('./zip-file.js').ZipFault | 'empty' | 'database' | 'unreadable' | 'notCalendar' | 'tooManyCalendars'} FileFault */

/**
 * A file with the events of one calendar, before it's inspected. `name` is the name for the
 * calendar if the file has none; it's empty if that isn't known either. A file is joined if it's
 * made of several files, so that its line numbers are in none of them.
 *
 * @typedef {{ file: File, name: string, isPacked: boolean, isJoined: boolean }} CalendarFile
 */

/**
 * A file that is left out, and why.
 *
 * @typedef {{ name: string, fault: FileFault }} RefusedFile
 */

/** @typedef {import('./zip-file.js').ZipEntry} Entry */

/**
 * Finds the calendars in files, in zips and in folders. Each file is a calendar, except in an
 * archive of Apple's calendar, where each folder is one.
 *
 * @param {(File | DroppedFolder)[]} given
 * @returns {Promise<{ calendars: CalendarFile[], refused: RefusedFile[] }>} Files that can't be
 *   read are refused, and the rest is found all the same.
 */
export async function calendarsIn(given) {
  const search = new CalendarSearch();
  for (const each of given) await search.lookInto(each);
  return search;
}

/** Collects calendars and refused files. */
class CalendarSearch {
  /** @type {CalendarFile[]} */
  calendars = [];
  /** @type {RefusedFile[]} */
  refused = [];
  /** The number of bytes unpacked so far. */
  #bytes = 0;

  /** @param {File | DroppedFolder} given */
  async lookInto(given) {
    const isFolder = given instanceof DroppedFolder;
    if (!isFolder && !(await isZip(given).catch(() => false)))
      return this.#add({
        file: given,
        name: calendarNameOf(given.name),
        isPacked: false,
        isJoined: false,
      });
    try {
      const entries = isFolder ? await given.entries(isWanted) : await entriesOf(given, isWanted);
      await this.#lookIntoArchive(given.name, entries);
    } catch (error) {
      this.#refuse(given.name, error);
    }
  }

  /** @param {string} name @param {Entry[]} entries */
  async #lookIntoArchive(name, entries) {
    const files = entries.filter(({ path }) => isCalendar(path));
    /** @type {Map<string, Entry[]>} */
    const folders = new Map();
    for (const entry of files) {
      const folder = folderOfEvent(entry.path);
      const others = folders.get(folder);
      if (others) others.push(entry);
      else folders.set(folder, [entry]);
    }
    const single = folders.get('') ?? [];
    folders.delete('');
    if (single.length + folders.size > calendarsMax) throw new ZipError('tooMany');
    if (files.length === 0) {
      const fault = entries.some(({ path }) => isAppleDatabase(path)) ? 'database' : 'empty';
      this.refused.push({ name, fault });
    }
    for (const entry of single) {
      const octets = await this.#contentsOf(entry);
      if (octets) this.#addFile(octets, entry.path);
    }
    for (const [folder, events] of folders) {
      const list = entries.find(({ path }) => folderOfList(path) === folder);
      await this.#join(folder, events, list);
    }
  }

  /** @param {Uint8Array} octets @param {string} path */
  #addFile(octets, path) {
    const file = new File([octets], lastOf(path), { type: 'text/calendar' });
    this.#add({ file, name: calendarNameOf(path), isPacked: true, isJoined: false });
  }

  /** @param {string} folder @param {Entry[]} events @param {Entry} [list] */
  async #join(folder, events, list) {
    /** @type {BlobPart[]} */
    const parts = [];
    for (let at = 0; at < events.length; at += readAtOnce) {
      const some = events.slice(at, at + readAtOnce).map((event) => this.#contentsOf(event));
      for (const octets of await Promise.all(some)) if (octets) parts.push(octets);
    }
    if (parts.length === 0) return;
    const isRead = list && list.size <= listBytesMax;
    const octets = isRead && (await this.#contentsOf(list));
    const names = namesInList(octets ? new TextDecoder().decode(octets) : '');
    const name = names.title || calendarNameOf(folder);
    const file = joinedCalendar({ ...names, title: name }, parts, lastOf(folder));
    this.#add({ file, name, isPacked: true, isJoined: true });
  }

  /**
   * @param {Entry} entry
   * @returns {Promise<Uint8Array | null>} Null if it's refused.
   */
  async #contentsOf(entry) {
    try {
      if (!isSmallEnough(entry, this.#bytes)) throw new ZipError('tooLarge');
      this.#bytes += entry.size;
      return await entry.read();
    } catch (error) {
      this.#refuse(lastOf(entry.path), error);
      return null;
    }
  }

  /** @param {string} name @param {unknown} error */
  #refuse(name, error) {
    this.refused.push({ name, fault: error instanceof ZipError ? error.fault : 'unreadable' });
  }

  /** @param {CalendarFile} calendar */
  #add(calendar) {
    if (this.calendars.length < calendarsMax) this.calendars.push(calendar);
    else this.refused.push({ name: calendar.file.name, fault: 'tooManyCalendars' });
  }
}

/** @param {string} path A path; Macs add files about other files, whose names begin with a dot. */
const isForeign = (path) => /(^|\/)(\.|__MACOSX\/)/.test(path);
/** @param {string} path */
const isCalendar = (path) => /\.(ics|ical|ifb)$/i.test(path);
/** @param {string} path */
const isWanted = (path) =>
  !isForeign(path) && (isCalendar(path) || folderOfList(path) !== '' || isAppleDatabase(path));

/** @param {string} path @returns {string} */
const lastOf = (path) => path.slice(path.lastIndexOf('/') + 1);
