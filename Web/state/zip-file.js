/** Why a zip or one of its entries can't be read. */
/** @typedef {'broken' | 'encrypted' | 'method' | 'tooMany' | 'tooLarge'} ZipFault */

/**
 * A file in a zip. `read` unpacks it, and throws a `ZipError` if that fails.
 *
 * @typedef {{ path: string, size: number, packedSize: number, read: () => Promise<Uint8Array> }}
 *   ZipEntry
 */

/** The most files that are looked at in one zip: a calendar of Apple's archive has one per event. */
export const entriesMax = 20_000;
/** The most bytes that one file may have, and all that are unpacked for one import. */
export const entryBytesMax = 256 * 1024 * 1024;
export const allBytesMax = 512 * 1024 * 1024;
/** Text never packs better than this; what claims to is made to fill the memory. */
export const ratioMax = 1100;
/** The end record is the last thing in a zip, except for a comment of up to 64 KiB. */
const endBytes = 22;
const commentBytesMax = 0xffff;
const signatures = { end: 0x06054b50, entry: 0x02014b50, file: 0x04034b50 };
const methods = { stored: 0, deflated: 8 };

/** A zip that can't be read, with the entry that is at fault; empty if it's the zip as a whole. */
export class ZipError extends Error {
  /** @param {ZipFault} fault @param {string} [entry] */
  constructor(fault, entry = '') {
    super(entry ? `${fault}: ${entry}` : fault);
    this.fault = fault;
    this.entry = entry;
  }
}

/** @param {File} file @returns {Promise<boolean>} Whether it begins as a zip does. */
export async function isZip(file) {
  const head = new DataView(await file.slice(0, 4).arrayBuffer());
  const first = head.byteLength === 4 ? head.getUint32(0, true) : 0;
  return first === signatures.file || first === signatures.end;
}

/**
 * Lists the files in a zip. Nothing is unpacked yet.
 *
 * @param {Blob} zip @param {(path: string) => boolean} isWanted
 * @returns {Promise<ZipEntry[]>}
 */
export async function entriesOf(zip, isWanted) {
  const entries = (await directoryOf(zip)).filter(({ name }) => isWanted(name));
  if (entries.length > entriesMax) throw new ZipError('tooMany');
  return entries.map((entry) => ({
    path: entry.name,
    size: entry.size,
    packedSize: entry.packedSize,
    read: () => contentsOf(zip, entry),
  }));
}

/**
 * @param {Pick<ZipEntry, 'size' | 'packedSize'>} entry
 * @param {number} bytesBefore How many bytes were unpacked for this import before.
 * @returns {boolean} Whether it may be unpacked.
 */
export const isSmallEnough = ({ size, packedSize }, bytesBefore) =>
  size <= entryBytesMax && bytesBefore + size <= allBytesMax && size <= ratioMax * (packedSize + 1);

/**
 * @typedef {{ name: string, flags: number, method: number, packedSize: number, size: number, crc:
 *   number, offset: number }} Entry
 */

/** @param {Blob} zip @returns {Promise<Entry[]>} */
async function directoryOf(zip) {
  const tail = await viewOf(zip, Math.max(0, zip.size - endBytes - commentBytesMax), zip.size);
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== signatures.end) end -= 1;
  if (end < 0) throw new ZipError('broken');
  const count = tail.getUint16(end + 10, true);
  const start = tail.getUint32(end + 16, true);
  const view = await viewOf(zip, start, start + tail.getUint32(end + 12, true));
  /** @type {Entry[]} */
  const entries = [];
  let place = 0;
  for (let index = 0; index < count; index += 1) {
    if (place + 46 > view.byteLength || view.getUint32(place, true) !== signatures.entry)
      throw new ZipError('broken');
    const nameLength = view.getUint16(place + 28, true);
    if (place + 46 + nameLength > view.byteLength) throw new ZipError('broken');
    entries.push({
      name: new TextDecoder().decode(
        new Uint8Array(view.buffer, view.byteOffset + place + 46, nameLength),
      ),
      flags: view.getUint16(place + 8, true),
      method: view.getUint16(place + 10, true),
      crc: view.getUint32(place + 16, true),
      packedSize: view.getUint32(place + 20, true),
      size: view.getUint32(place + 24, true),
      offset: view.getUint32(place + 42, true),
    });
    place += 46 + nameLength + view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
  }
  return entries;
}

/** @param {Blob} zip @param {Entry} entry @returns {Promise<Uint8Array>} */
async function contentsOf(zip, { name, flags, method, packedSize, size, crc, offset }) {
  if ((flags & 1) !== 0) throw new ZipError('encrypted', name);
  if (method !== methods.stored && method !== methods.deflated) throw new ZipError('method', name);
  const head = await viewOf(zip, offset, offset + 30);
  if (head.byteLength < 30 || head.getUint32(0, true) !== signatures.file)
    throw new ZipError('broken', name);
  const start = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = zip.slice(start, start + packedSize);
  const octets =
    method === methods.stored
      ? new Uint8Array(await packed.arrayBuffer())
      : await inflated(packed, size, name);
  if (octets.length !== size || checksumOf(octets) !== crc) throw new ZipError('broken', name);
  return octets;
}

/**
 * Stops at the promised size, so that no entry fills the memory by lying about it.
 *
 * @param {Blob} packed @param {number} size @param {string} name
 */
async function inflated(packed, size, name) {
  const octets = new Uint8Array(size);
  let place = 0;
  try {
    const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (place + piece.value.length > size) {
        void reader.cancel();
        throw new ZipError('broken', name);
      }
      octets.set(piece.value, place);
      place += piece.value.length;
    }
  } catch {
    throw new ZipError('broken', name);
  }
  if (place !== size) throw new ZipError('broken', name);
  return octets;
}

/** @param {Blob} blob @param {number} from @param {number} to */
const viewOf = async (blob, from, to) => new DataView(await blob.slice(from, to).arrayBuffer());

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ ((value & 1) * 0xedb88320);
  return value;
});

/** @param {Uint8Array} octets @returns {number} Its CRC-32. */
function checksumOf(octets) {
  let sum = 0xffffffff;
  for (const octet of octets) sum = (sum >>> 8) ^ (table[(sum ^ octet) & 0xff] ?? 0);
  return ~sum >>> 0;
}
