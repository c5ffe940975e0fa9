import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HTTPError } from '../api/http.js';
import { spokenTitle, titleOf } from '../i18n/calendar-owners.js';
import { addStrings } from '../i18n/strings.js';
import { Answers } from '../state/answers.js';
import { EditQueue } from '../state/edit-queue.js';

const place = { calendar: 'band', href: 'r.ics' };

/** A page whose requests the test answers; `text` is what it shows of its only candidate. */
function pageOf() {
  const page = { text: 'nothing', said: [], answers: [], outage: '', identity: 'p' };
  globalThis.fetch = (path, { body }) =>
    new Promise((resolve) => {
      page.said.push([path, JSON.parse(body)]);
      page.answers.push((status = 200, problem = {}) =>
        resolve(new Response(JSON.stringify(problem), { status })),
      );
    });
  const agenda = {
    get outage() {
      return page.outage;
    },
    people: { ofCalendar: (id) => (id === 'band' ? { id: 'g' } : undefined) },
    engine: {
      takeRecord: () => false,
      answered: (_key, scope, answer) => ({
        ...place,
        identity: page.identity,
        etag: '"1"',
        ical: answer,
        oldIcal: page.text,
        occurrence: scope === 'this' ? '20260318T190000' : null,
        earlier: page.text === 'nothing' ? null : page.text,
      }),
    },
    apply: ({ ical }) => {
      page.text = ical;
    },
    changed: () => {},
  };
  const edits = new EditQueue(agenda);
  return { page, edits, answers: new Answers(agenda, edits) };
}

const heard = (ical) => ({ type: 'event', ...place, etag: '"x"', ical });
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('an answer shows at once, and is sent with the date it is for', async () => {
  const { page, answers, edits } = pageOf();
  const { earlier, done } = answers.give({ key: 'band/r.ics/1', scope: 'this', answer: 'yes' });
  assert.deepEqual([page.text, earlier, edits.pending], ['yes', 'none', true]);
  await settled();
  assert.deepEqual(page.said, [
    [
      '/api/v1/groups/g/proposals/p/answers',
      { href: 'r.ics', answer: 'yes', occurrence: '20260318T190000' },
    ],
  ]);
  page.answers[0]();
  await done;
  assert.deepEqual([page.text, edits.pending], ['yes', false]);
  assert.equal(
    answers.give({ key: 'band/r.ics/1', scope: 'all', answer: 'no', comment: 'Away' }).earlier,
    'yes',
  );
  await settled();
  assert.deepEqual(page.said[1][1], { href: 'r.ics', answer: 'no', comment: 'Away' });
});

test('an answer to an event is sent to the event, not to a proposal', async () => {
  const { page, answers } = pageOf();
  page.identity = '';
  const { done } = answers.give({ key: 'band/r.ics/1', scope: 'this', answer: 'no' });
  await settled();
  assert.deepEqual(page.said, [
    ['/api/v1/calendars/band/events/r.ics/answer', { answer: 'no', occurrence: '20260318T190000' }],
  ]);
  page.answers[0]();
  await done;
  assert.equal(page.text, 'no');
});

test('refused answers to one candidate are taken back, and the answers of others stay', async () => {
  const { page, answers, edits } = pageOf();
  const first = answers.give({ key: 'k', scope: 'all', answer: 'yes' }).done;
  const second = answers.give({ key: 'k', scope: 'all', answer: 'no' }).done;
  assert.equal(page.text, 'no');
  assert.equal(
    edits.keepsBack(heard('Ben: yes'), '8'),
    true,
    'live records wait while an answer is being sent',
  );
  await settled();
  assert.equal(page.said.length, 1, 'one after the other');
  page.answers[0](409, { type: '/problems/deadline-over' });
  await assert.rejects(
    first,
    (error) => error instanceof HTTPError && error.code === 'deadline-over',
  );
  assert.equal(page.text, 'nothing');
  await settled();
  page.answers[1](409, { type: '/problems/deadline-over' });
  await assert.rejects(second);
  assert.equal(page.text, 'Ben: yes');
  assert.equal(edits.keepsBack(heard('later'), '9'), false);
});

for (const outage of ['offline', 'server-away']) {
  test(`${outage}, an answer is refused and not shown`, () => {
    const { page, answers } = pageOf();
    page.outage = outage;
    assert.throws(() => answers.give({ key: 'k', scope: 'all', answer: 'yes' }), { code: outage });
    assert.equal(page.text, 'nothing');
  });
}

test('the user’s answer is a mark before the title, and words for screen readers', () => {
  addStrings('en', {
    'said-yes': '{title}, proposed, you said yes',
    'said-nothing': '{title}, proposed, not answered yet',
  });
  const event = (own) => ({
    title: 'Rehearsal',
    calendar: 'band',
    proposal: { identity: 'p', own, yes: 0, maybe: 0, no: 0, missing: 1 },
  });
  assert.deepEqual(
    ['yes', 'maybe', 'no', null].map((own) => titleOf(event(own))),
    ['✓\u00a0Rehearsal', '?\u00a0Rehearsal', '✗\u00a0Rehearsal', 'Rehearsal'],
  );
  assert.deepEqual(
    [spokenTitle(event('yes')), spokenTitle(event(null))],
    ['Rehearsal, proposed, you said yes', 'Rehearsal, proposed, not answered yet'],
  );
});
