// Rules as German sentences, built from the parts that the core answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatFor } from '../../Web/i18n/format.js';
import { capital, ruleSentence } from '../../Web/i18n/rule-sentence.js';
import { addStrings } from '../../Web/i18n/strings.js';
import { addZone, newCore } from './support.mjs';

const core = newCore();

// Each row was read against its rule by a person.
const table = new URL('../../Fixtures/recurrence/words.tsv', import.meta.url);
const rows = readFileSync(table, 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));

test('the table of English phrases is read whole', () => assert.equal(rows.length, 127));

for (const row of rows) {
  const [start = '', zone = '', rule = '', expected] = row.split('\t');
  test(`${rule} from ${start} is: ${expected}`, () => {
    formatFor('en-GB');
    if (zone !== '') addZone(core, zone);
    const said = ruleSentence(core.ruleTimes(start, zone, rule, 0), 'en');
    // Not every version of the browsers' tables writes 9:00 with a zero in Britain.
    assert.equal(said.replace(/\b(\d):/g, '0$1:'), expected);
  });
}

for (const [rule, expected] of /** @type {const} */ ([
  ['FREQ=YEARLY', 'every year on March 10'],
  ['FREQ=DAILY;BYHOUR=8,14', 'every day at 8:00 AM and 2:00 PM'],
  ['FREQ=DAILY;UNTIL=20260603', 'every day until June 3, 2026'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'on the last Friday of every month'],
])) {
  test(`${rule} in the United States is: ${expected}`, () => {
    formatFor('en-US');
    const said = ruleSentence(core.ruleTimes('20260310T090000', '', rule, 0), 'en');
    // Between the time and AM stands a space that doesn't break.
    assert.equal(said.replaceAll('\u202f', ' '), expected);
  });
}

for (const [rule, expected] of [
  ['FREQ=DAILY', 'Jeden Tag'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=10', 'Alle 3 Tage, 10-mal'],
  ['FREQ=WEEKLY', 'Jede Woche am Dienstag'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20260603T225959Z',
    'Alle 2 Wochen am Dienstag und Donnerstag, bis 3. Juni 2026',
  ],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Jeden Werktag'],
  ['FREQ=MONTHLY', 'Jeden Monat am 10.'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'Jeden Monat am letzten Freitag'],
  ['FREQ=MONTHLY;BYDAY=1MO,3MO', 'Jeden Monat am ersten Montag und dritten Montag'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Jeden Monat am letzten Tag'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', 'Jeden Monat am drittletzten Tag'],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'Jeden Monat an Werktagen, davon nur der letzte',
  ],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'Jeden Monat am 13., wenn zugleich am Freitag'],
  ['FREQ=YEARLY', 'Jedes Jahr am 10. März'],
  ['FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=1', 'Jedes Jahr am 1. im Januar und Juli'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', 'Jedes Jahr in Kalenderwoche 20, wenn zugleich am Montag'],
  ['FREQ=YEARLY;BYYEARDAY=100,-1', 'Jedes Jahr am 100. und letzten Tag des Jahres'],
  ['RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=OMIT', 'Jeden Monat am 31.'],
  [
    'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD',
    'Jeden Monat am 31., gibt es den Tag nicht, am Tag davor',
  ],
  [
    'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD;COUNT=6',
    'Jeden Monat am 31., gibt es den Tag nicht, am Tag danach, 6-mal',
  ],
  ['RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=28;SKIP=FORWARD', 'Jeden Monat am 28.'],
  [
    'RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=BACKWARD',
    'Jedes Jahr am 29. Februar, gibt es den Tag nicht, am Tag davor',
  ],
  ['FREQ=DAILY;BYHOUR=8,12', 'Jeden Tag um 8:00 und 12:00'],
  ['FREQ=HOURLY;INTERVAL=4', 'Alle 4 Stunden'],
]) {
  test(`${rule} is: ${expected}`, () => {
    formatFor('de');
    const said = core.ruleTimes('20260310T090000', '', rule, 4);
    assert.equal(capital(ruleSentence(said, 'de')), expected);
  });
}

test('the times of an event include its start, even if its rule doesn’t match it', () => {
  const { times } = core.ruleTimes('20260312T090000', '', 'FREQ=WEEKLY;COUNT=3;BYDAY=MO', 5);
  assert.deepEqual(times, ['20260312T090000', '20260316T090000', '20260323T090000']);
});

for (const rule of ['FREQ=FORTNIGHTLY;COUNT=3', '', 'every day', 'FREQ=DAILY;BYEASTER=1']) {
  test(`a rule that can't be read is no error, but said to be so: "${rule}"`, () => {
    const file = new URL('../../Web/strings/en.json', import.meta.url);
    addStrings('en', JSON.parse(readFileSync(file, 'utf8')));
    const said = core.ruleTimes('20260413T100000', '', rule, 3);
    assert.deepEqual([said.times, said.words], [[], null]);
    assert.notEqual(said.problem, null);
    assert.equal(ruleSentence(said, 'en'), 'Repeat rule can’t be read');
  });
}

test('the details of an event with a rule that cannot be read have its time', () => {
  const lines = ['UID:a', 'DTSTART:20260413T100000Z', 'DTEND:20260413T110000Z'];
  const event = ['BEGIN:VEVENT', ...lines, 'RRULE:FREQ=FORTNIGHTLY;COUNT=3', 'END:VEVENT'];
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''].join('\r\n');
  const own = newCore({ zone: 'Europe/Berlin' });
  own.putObject('personal', 'a.ics', '"1"', text);
  const { start, end, repeatText, repeat } = own.event(own.day('2026-04-13')[0].key);
  assert.deepEqual([start, end], ['2026-04-13T12:00:00', '2026-04-13T13:00:00']);
  assert.deepEqual([repeatText, repeat?.kind], ['FREQ=FORTNIGHTLY;COUNT=3', 'other']);
});
