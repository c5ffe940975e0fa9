import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditLog } from '../state/edit-log.js';
import { FakeIndexedDB } from './fake-indexed-db.js';

/** A log in a browser that keeps things, and how often its database was opened and changed. */
function open(context) {
  const database = new FakeIndexedDB();
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
  globalThis.indexedDB = database;
  const opened = context.mock.method(database, 'open', database.open);
  const end = new AbortController();
  context.after(() => {
    end.abort();
    database.close();
    delete globalThis.indexedDB;
    delete globalThis.navigator;
  });
  return { database, opened: opened.mock, log: new EditLog('anna', 'tab', end.signal) };
}

/** @param {number} place */
const edit = (place) => ({ client: 'tab', place, changes: [] });

test('what is asked at the same time is one change of the database, which stays open', async (context) => {
  const { database, opened, log } = open(context);
  assert.deepEqual(await Promise.all([1, 2, 3].map((place) => log.keep(edit(place), []))), [
    true,
    true,
    true,
  ]);
  const before = database.changes;
  await Promise.all([log.forget(edit(1)), log.forget(edit(2)), log.keep(edit(4), [])]);
  assert.equal(database.changes, before + 1);
  assert.deepEqual([...database.records.keys()].map(String), ['anna,tab,3', 'anna,tab,4']);
  assert.equal(opened.callCount(), 1);
});

test('what there is no room for keeps nothing else from being written', async (context) => {
  const { database, log } = open(context);
  database.refuses = 'anna,tab,2';
  const isKept = await Promise.all([1, 2, 3].map((place) => log.keep(edit(place), [])));
  assert.deepEqual(isKept, [true, false, true]);
});

test('a database that the system ended is opened again', async (context) => {
  const { database, opened, log } = open(context);
  assert.equal(await log.keep(edit(1), []), true);
  database.close();
  assert.equal(await log.keep(edit(2), []), true);
  assert.equal(opened.callCount(), 2);
});

/** @param {EditLog} log @returns {() => void} Says that the copy has what the server has made. */
function copying(log) {
  let isCopied = () => {};
  log.copied = new Promise((done) => {
    isCopied = () => done(undefined);
  });
  return isCopied;
}

test('the last edit that the server has made is kept until the copy has it', async (context) => {
  const { database, log } = open(context);
  await Promise.all([1, 2].map((place) => log.keep(edit(place), [])));
  const isCopied = copying(log);
  const forgetting = log.forget(edit(2), true);
  await log.forget(edit(1));
  assert.deepEqual([...database.records.keys()].map(String), ['anna,tab,2']);
  isCopied();
  await forgetting;
  assert.equal(database.records.size, 0);
});

test('an edit that the server has made is never kept beside the next one', async (context) => {
  const { database, log } = open(context);
  await log.keep(edit(1), []);
  const isCopied = copying(log);
  const forgetting = log.forget(edit(1), true);
  await log.keep(edit(2), []);
  assert.deepEqual([...database.records.keys()].map(String), ['anna,tab,2']);
  isCopied();
  await forgetting;
  assert.deepEqual([...database.records.keys()].map(String), ['anna,tab,2']);
});
