/**
 * A store of one of the page's databases on the device. `durability` says whether a change has to
 * survive a crash of the system; `openingMs`, how long the database may take to open, as some browsers
 * never say that it can't be opened; `staysOpen`, whether it's left open, as opening it may take longer than
 * a change.
 *
 * @typedef {{ database: string, store: string, durability?: 'strict' | 'default', openingMs?: number, staysOpen?: true }} DeviceStore
 */

/** How long a database may take to open while somebody waits for it. */
const usualOpeningMs = 3000;

/**
 * @param {DeviceStore} place
 * @returns {Promise<IDBDatabase>} Rejects if it can't be opened, or not in time.
 */
async function opened({ database, store, openingMs = usualOpeningMs }) {
  const asked = indexedDB.open(database);
  let isLate = false;
  let timer = 0;
  const opening = new Promise((done, fail) => {
    timer = setTimeout(() => {
      isLate = true;
      fail(new Error('The database took too long to open.'));
    }, openingMs);
    asked.onupgradeneeded = () => asked.result.createObjectStore(store);
    asked.onsuccess = () => (isLate ? asked.result.close() : done(asked.result));
    asked.onerror = () => fail(asked.error);
  });
  return opening.finally(() => clearTimeout(timer));
}

/** @type {Map<string, Promise<IDBDatabase>>} The databases that stay open, by name. */
const open = new Map();

/** @param {DeviceStore} place @returns {Promise<IDBDatabase>} As from `opened`. */
function connected(place) {
  const { database: name, staysOpen } = place;
  if (!staysOpen) return opened(place);
  const known = open.get(name);
  if (known) return known;
  const opening = opened(place);
  const drop = () => {
    if (open.get(name) === opening) open.delete(name);
  };
  open.set(name, opening);
  opening.then((database) => {
    database.onclose = drop;
    // Somebody wants to delete it.
    database.onversionchange = () => {
      drop();
      database.close();
    };
  }, drop);
  return opening;
}

/**
 * @template Answer
 * @param {DeviceStore} place
 * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => () => Answer} ask
 * @returns {Promise<Answer>}
 */
async function attempt(place, mode, ask) {
  const database = await connected(place);
  let isDone = false;
  try {
    const answer = await new Promise((done, fail) => {
      const { store, durability = 'default' } = place;
      const transaction = database.transaction(store, mode, { durability });
      const answer = ask(transaction.objectStore(store));
      transaction.oncomplete = () => done(answer());
      transaction.onabort = () => fail(transaction.error);
    });
    isDone = true;
    return answer;
  } finally {
    if (!isDone) open.delete(place.database);
    if (!isDone || !place.staysOpen) database.close();
  }
}

/**
 * Does something in one transaction, and once more if that fails: systems end their databases while
 * a page is in the background.
 *
 * @template Answer
 * @param {DeviceStore} place
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => () => Answer} ask Makes the requests; what it returns reads
 *   their results at the end.
 * @returns {Promise<Answer>} Rejects where the browser stores nothing, or nothing more.
 */
export const inStore = (place, mode, ask) =>
  attempt(place, mode, ask).catch(() => attempt(place, mode, ask));
