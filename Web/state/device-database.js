/**
 * A store of one of the page's databases on the device. `durability` says whether a change has to
 * survive a crash of the system, and `openingMs` how long the database may take to open: some browsers
 * never say that it can't be opened.
 *
 * @typedef {{ database: string, store: string, durability?: 'strict', openingMs?: number }} DeviceStore
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

/**
 * @template Answer
 * @param {DeviceStore} place
 * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => () => Answer} ask
 * @returns {Promise<Answer>}
 */
async function attempt(place, mode, ask) {
  const database = await opened(place);
  try {
    return await new Promise((done, fail) => {
      const { store, durability = 'default' } = place;
      const transaction = database.transaction(store, mode, { durability });
      const answer = ask(transaction.objectStore(store));
      transaction.oncomplete = () => done(answer());
      transaction.onabort = () => fail(transaction.error);
    });
  } finally {
    database.close();
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
