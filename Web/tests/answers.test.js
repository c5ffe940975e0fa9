import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spokenTitle, titleOf } from '../i18n/calendar-owners.js';
import { addStrings } from '../i18n/strings.js';

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
