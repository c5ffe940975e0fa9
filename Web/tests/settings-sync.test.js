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

/** @param {Map<string, string>} [kept] What the device keeps. */
async function signIn(context, kept = new Map(), account = new Account()) {
  const storage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
    removeItem: (name) => kept.delete(name),
  };
  const settings = new Settings('en', storage);
  const end = new AbortController();
  context.mock.method(globalThis, 'fetch', account.answer);
  globalThis.document = new EventTarget();
  context.after(() => {
    end.abort();
    delete globalThis.document;
  });
  const sync = new SettingsSync(settings, end.signal);
  if (!settings.version) await sync.read();
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

test('a start whose settings are the account’s asks for none, and sends later choices on top of all that the account has', async (context) => {
  const kept = new Map();
  const { account } = await signIn(context, kept);
  account.choose({ theme: 'dark', unknown: 'kept' });
  await (await signIn(context, kept, account)).sync.heard(account.etag);
  const asked = context.mock.method(account, 'answer', account.answer);
  const { settings, sync } = await signIn(context, kept, account);
  await sync.heard(account.etag);
  assert.equal(asked.mock.callCount(), 0);
  settings.change({ density: 'compact' });
  await sync.send();
  assert.deepEqual(account.values, { theme: 'dark', unknown: 'kept', density: 'compact' });
  assert.equal(settings.version, account.etag);
});

test('a choice that a closed page hasn’t sent makes the next start read the settings', async (context) => {
  const kept = new Map();
  const { settings } = await signIn(context, kept);
  assert.notEqual(settings.version, '');
  settings.change({ theme: 'dark' });
  assert.equal(new Settings('en', { getItem: (name) => kept.get(name) ?? null }).version, '');
});

test('before the server is heard, choices aren’t sent: the session may be somebody else’s', async (context) => {
  const kept = new Map();
  const { account } = await signIn(context, kept);
  const { settings, sync } = await signIn(context, kept, account);
  settings.change({ density: 'compact' });
  await sync.send();
  assert.deepEqual(account.values, { theme: 'light' });
  await sync.heard(account.etag);
  assert.deepEqual(account.values, { theme: 'light', density: 'compact' });
});

test('what a closed page hasn’t sent is sent by the next one, whatever was chosen elsewhere meanwhile', async (context) => {
  const kept = new Map();
  const { account, settings } = await signIn(context, kept);
  settings.change({ weekNumbers: true });
  settings.change({ hiddenCalendars: ['ours'] });
  account.choose({ ...account.values, weekNumbers: false, density: 'compact' });
  const next = await signIn(context, kept, account);
  await next.sync.heard(account.etag);
  assert.deepEqual(
    [account.values.weekNumbers, account.values.hiddenCalendars, account.values.density],
    [true, ['ours'], 'compact'],
  );
  assert.deepEqual([next.settings.unsent, next.settings.values.density], [{}, 'compact']);
  assert.equal(next.settings.version, account.etag);
});

test('calendars that two devices hide and show at the same time all stay as they were chosen', async (context) => {
  const { account, settings, sync } = await signIn(context);
  settings.change({ hiddenCalendars: ['both', 'shown here', 'shown there'] });
  await sync.send();
  account.choose({ ...account.values, hiddenCalendars: ['both', 'shown here', 'hidden there'] });
  settings.change({ hiddenCalendars: ['both', 'shown there', 'hidden here'] });
  await sync.send();
  const all = ['both', 'hidden there', 'hidden here'];
  assert.deepEqual([account.values.hiddenCalendars, settings.values.hiddenCalendars], [all, all]);
});

test('hours that two devices choose for different weekdays are all kept', async (context) => {
  const { account, settings, sync } = await signIn(context);
  settings.change({ weekdayHours: { 1: [8, 16], 2: [8, 16] } });
  await sync.send();
  account.choose({ ...account.values, weekdayHours: { 1: [8, 16], 2: [8, 16], 3: null } });
  settings.change({ weekdayHours: { 1: [9, 12] } });
  await sync.send();
  assert.deepEqual(account.values.weekdayHours, { 1: [9, 12], 3: null });
  // A pair of hours is one thing.
  account.choose({ ...account.values, workHours: [7, 15] });
  settings.change({ workHours: [10, 18] });
  await sync.send();
  assert.deepEqual(account.values.workHours, [10, 18]);
});

test('another account gets nothing of what was chosen and not sent', async (context) => {
  const kept = new Map();
  const { settings } = await signIn(context, kept);
  settings.setOwner('anna');
  settings.change({ theme: 'dark' });
  const next = await signIn(context, kept);
  next.settings.setOwner('ben');
  await next.sync.heard(next.account.etag);
  assert.deepEqual([next.account.values, next.settings.unsent], [{ theme: 'light' }, {}]);
});
