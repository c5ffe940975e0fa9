// The rows that the Swift tests read, through the compiled core: both must say the same.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addZone, ask, fixtures, newCore, root } from './support.mjs';

/** The rows of a table in Fixtures/. @param {string} path @returns {string[][]} */
function table(path) {
  return readFileSync(join(root, 'Fixtures', path), 'utf8').split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
}

const rules = table('recurrence/rules.tsv');

test('the table of rules is read whole', () => assert.ok(rules.length >= 128, `${rules.length} rows`));

for (const [start, zone, rule, limit, expected, note] of rules) {
  test(`${note}: ${start} ${zone} ${rule}`, () => {
    const core = newCore();
    if (zone !== '') addZone(core, zone);
    const { times } = ask(core, 'rule_times', start, zone, rule, limit);
    const wanted = expected === '' ? [] : expected.split(',');
    const spelled = wanted[0]?.endsWith('Z') && zone !== '' ? wanted.map((instant) => wallTime(instant, zone)) : wanted;
    assert.deepEqual(times.map((time) => (spelled[0]?.endsWith('Z') ? time : time.replace('Z', ''))), spelled);
  });
}

/** An instant as the clocks of a zone show it. @param {string} instant @param {string} zone */
function wallTime(instant, zone) {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(instant);
  const [year, month, day, hour, minute, second] = parts.map(Number);
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return date.toLocaleString('sv-SE', { timeZone: zone }).replaceAll(/[-:]/g, '').replace(' ', 'T');
}

const broken = Map.groupBy?.(table('ics/broken/expected.tsv'), ([name]) => name)
  ?? table('ics/broken/expected.tsv').reduce((map, row) => map.set(row[0], [...(map.get(row[0]) ?? []), row]), new Map());

test('every broken file has its rows', () => {
  assert.deepEqual([...broken.keys()].sort(), fixtures('ics/broken', '.ics').map(({ name }) => name));
});

for (const { name, octets } of fixtures('ics/broken', '.ics')) {
  test(`${name} gives its problems and what is sound`, () => {
    const found = newCore().inspect(octets);
    const rows = broken.get(name);
    const uids = rows.find(([, line]) => line === 'objects')[3].split(' ').filter(Boolean);
    const problems = rows.filter(([, line]) => line !== 'objects');
    assert.equal(found.series, uids.length);
    assert.equal(found.problemCount, problems.length, JSON.stringify(found.problems));
    problems.forEach(([, line, outcome, part], index) => {
      const problem = found.problems[index];
      assert.equal(`${problem.line} ${problem.outcome}`, `${line} ${outcome}`);
      assert.ok(problem.message.includes(part), problem.message);
    });
  });
}

for (const { name, octets } of fixtures('ics', '.ics')) {
  test(`${name} is read without losing an event`, () => {
    const text = octets.toString('utf8');
    const found = newCore().inspect(octets);
    assert.equal(found.events, text.match(/^BEGIN:VEVENT/gm).length);
    assert.equal(found.series, new Set(text.match(/^UID.*$/gm).map((line) => line.trim())).size);
    assert.ok(found.first <= found.last);
    assert.equal(found.sample.length, Math.min(5, found.events));
  });
}
