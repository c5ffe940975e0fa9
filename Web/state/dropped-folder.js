import { entriesMax, ZipError } from './zip-file.js';

/** The greatest depth to which a folder is searched. */
const depthMax = 8;

/**
 * A folder that was dropped on the page; on a Mac, an archive of Apple's calendar is a folder.
 */
export class DroppedFolder {
  #root;

  /** @param {FileSystemDirectoryEntry} root */
  constructor(root) {
    this.#root = root;
  }

  get name() {
    return this.#root.name;
  }

  /**
   * Lists the files in the folder and its subfolders.
   *
   * @param {(path: string) => boolean} isWanted
   * @returns {Promise<import('./zip-file.js').ZipEntry[]>}
   */
  async entries(isWanted) {
    /** @type {import('./zip-file.js').ZipEntry[]} */
    const found = [];
    /** @type {{ folder: FileSystemDirectoryEntry, depth: number }[]} */
    const folders = [{ folder: this.#root, depth: 0 }];
    for (let next = folders.pop(); next; next = folders.pop()) {
      for (const each of await childrenOf(next.folder)) {
        if (each.isDirectory && next.depth < depthMax)
          folders.push({
            folder: /** @type {FileSystemDirectoryEntry} */ (each),
            depth: next.depth + 1,
          });
        if (!each.isFile || !isWanted(each.fullPath)) continue;
        if (found.length === entriesMax) throw new ZipError('tooMany');
        found.push(await entryOf(/** @type {FileSystemFileEntry} */ (each)));
      }
    }
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

/** @param {FileSystemDirectoryEntry} folder @returns {Promise<FileSystemEntry[]>} */
async function childrenOf(folder) {
  const reader = folder.createReader();
  /** @type {FileSystemEntry[]} */
  const all = [];
  // Browsers return some hundred at a time, and an empty list at the end.
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
    if (all.length > 4 * entriesMax) throw new ZipError('tooMany');
  }
}

/** @param {FileSystemFileEntry} entry @returns {Promise<import('./zip-file.js').ZipEntry>} */
async function entryOf(entry) {
  /** @type {File} */
  const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
  return {
    path: entry.fullPath,
    size: file.size,
    packedSize: file.size,
    read: async () => new Uint8Array(await file.arrayBuffer()),
  };
}
