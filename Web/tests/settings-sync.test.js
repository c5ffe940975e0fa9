import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Settings } from '../state/settings.js';
import { SettingsSync } from '../state/settings-sync.js';

/** A server that keeps one document, and calls `arrived` for each change. */
class Account {
  values = { theme: 'light' };
  version = 1;
  arrived = async () => {};

  answer = async (path, { method = 'GET', body = '', headers = {} } = {}) => {
    if (method === 'PUT') {
      await this.arrived();
      if (headers['If-Match'] !== this.etag)
        return new Response('{"type":"/problems/changed-elsewhere"}', { status: 412 });
      this.choose(JSON.parse(body));
    }
    return new Response(JSON.stringify(this.values), { headers: { ETag: this.etag } });
  };

  get etag() {
    return `"${this.version}"`;
  }

  choose(values) {
    this.values = values;
    this.version += 1;
  }
}

async function signIn(context) {
  const account = new Account();
  const settings = new Settings('en', { getItem: () => null, setItem: () => {} });
  const end = new AbortController();
  context.mock.method(globalThis, 'fetch', account.answer);
  globalThis.document = new EventTarget();
  context.after(() => {
    end.abort();
    delete globalThis.document;
  });
  const sync = new SettingsSync(settings, end.signal);
  await sync.read();
  return { account, settings, sync };
}

test('a choice made while sending is sent too, and another device’s choice doesn’t undo it', async (context) => {
  const { account, settings, sync } = await signIn(context);
  account.arrived = async () => {
    account.arrived = async () => {};
    settings.change({ theme: 'light' });
  };
  settings.change({ theme: 'dark' });
  await sync.send();
  assert.equal(account.values.theme, 'light');
  account.choose({ ...account.values, density: 'compact' });
  await sync.heard(account.etag);
  assert.deepEqual([settings.values.theme, settings.values.density], ['light', 'compact']);
});

test('reminders that two devices have seen at the same time are all kept', async (context) => {
  const { account, settings, sync } = await signIn(context);
  account.arrived = async () => {
    account.arrived = async () => {};
    account.choose({ ...account.values, seenReminders: { theirs: [5, 0], both: [6, 900] } });
  };
  settings.change({ seenReminders: { ours: [7, 0], both: [5, 0] } });
  await sync.send();
  const all = { ours: [7, 0], theirs: [5, 0], both: [6, 900] };
  assert.deepEqual(account.values.seenReminders, all);
  assert.deepEqual(settings.values.seenReminders, all);
});

test('another device’s choices are taken over, and those made here are kept', async (context) => {
  const { account, settings, sync } = await signIn(context);
  account.choose({ theme: 'light', density: 'compact' });
  settings.change({ theme: 'dark' });
  await sync.send();
  assert.deepEqual(account.values, { theme: 'dark', density: 'compact' });
  assert.equal(settings.values.density, 'compact');
});
