import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erasePersonal, erasePersonalOf } from '../state/personal-storage.js';
import { Settings } from '../state/settings.js';

/** Has its names as properties, as the browser's storage has. */
class FakeStorage {
  /** @param {object} kept */
  constructor(kept) {
    Object.assign(this, kept);
  }

  getItem(name) {
    return this[name] ?? null;
  }

  setItem(name, text) {
    this[name] = text;
  }

  removeItem(name) {
    delete this[name];
  }
}

const stay = { from: '2026-03-01', to: '2026-03-09', zone: 'Asia/Tokyo' };

/** What the device of Anna has. @param {object} [more] */
const storageOfAnna = (more) =>
  new FakeStorage({
    'meantime.settings': JSON.stringify({ theme: 'dark', stays: [stay], hiddenCalendars: ['c'] }),
    'meantime.settings.owner': 'anna',
    'meantime.settings.version': '"4"',
    'meantime.drafts.ben': '[]',
    'meantime.proposals.anna': '{}',
    'meantime.recent.anna': '[]',
    'meantime-grouped': '1',
    'meantime.view': 'week',
    'of-somebody-else': 'x',
    ...more,
  });

test('after signing out, the device has only how the page looks, and what others haven’t saved', () => {
  const storage = storageOfAnna({ 'meantime.settings.version': '' });
  erasePersonal(storage, true);
  assert.deepEqual(
    { ...storage },
    {
      'meantime.settings': '{"theme":"dark"}',
      'meantime.drafts.ben': '[]',
      'meantime.view': 'week',
      'of-somebody-else': 'x',
    },
  );
});

test('a session that is over leaves settings only if the account doesn’t have them yet', () => {
  const sent = storageOfAnna();
  erasePersonalOf('anna', sent);
  assert.equal(sent['meantime.settings'], '{"theme":"dark"}');
  const unsent = storageOfAnna({ 'meantime.settings.version': '' });
  erasePersonalOf('anna', unsent);
  assert.match(unsent['meantime.settings'], /Tokyo/);
  assert.ok(!('meantime.proposals.anna' in unsent));
  const bens = storageOfAnna({ 'meantime.settings.owner': 'ben' });
  erasePersonalOf('anna', bens);
  assert.ok('meantime.proposals.anna' in bens);
});

test('who signs in next gets nothing but the looks, although the page still has the settings', () => {
  const storage = storageOfAnna();
  const settings = new Settings('en', storage);
  erasePersonal(storage, true);
  settings.setOwner('ben');
  assert.deepEqual(settings.values.stays, []);
  assert.equal(settings.values.theme, 'dark');
  assert.doesNotMatch(JSON.stringify({ ...storage }), /Tokyo|anna/);
});
