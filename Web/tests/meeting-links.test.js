import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meetingLinks } from '../views/event/meeting-links.js';

const event = (more) => ({ url: '', location: '', ...more });
const found = (more) => meetingLinks(event(more)).map(({ href, service }) => [service, href]);

for (const [url, service] of [
  ['https://meet.google.com/abc-defg-hij', 'Google Meet'],
  ['https://us02web.zoom.us/j/123?pwd=x', 'Zoom'],
  ['https://zoom.us/my/anna', 'Zoom'],
  ['https://teams.microsoft.com/l/meetup-join/19%3ameeting', 'Microsoft Teams'],
  ['https://teams.live.com/meet/123?p=x', 'Microsoft Teams'],
  ['https://acme.webex.com/meet/anna', 'Webex'],
  ['https://meet.jit.si/ChoirPractice', 'Jitsi Meet'],
  ['https://jitsi.example.org/choir', 'Jitsi Meet'],
  ['HTTPS://MEET.GOOGLE.COM/abc-defg-hij', 'Google Meet'],
]) {
  test(`${url} leads into a call on ${service}`, () => {
    assert.deepEqual(
      meetingLinks(event({ url })).map((link) => link.service),
      [service],
    );
    assert.equal(found({ location: `Room 4, ${url}` })[0]?.[0], service);
  });
}

for (const url of [
  'https://zoom.us/pricing',
  'https://meet.google.com/',
  'https://meet.google.com.example.org/abc-defg-hij',
  'https://example.org/?next=https://meet.google.com/abc-defg-hij',
  'https://notzoom.us/j/123',
  'https://anna@zoom.us@example.org/j/123',
  'ftp://meet.google.com/abc',
  'javascript:alert(1)//meet.google.com/abc-defg-hij',
  'tel:+49301234567',
  'https://',
  '',
]) {
  test(`the link “${url}” leads into no call`, () => assert.deepEqual(found({ url }), []));
}

test('a named way into the call may be anywhere, but nothing except pages and numbers is followed', () => {
  const conferences = [
    'javascript:alert(1)',
    'data:text/html,x',
    'tel:+49-30-1234567,,987%23',
    'https://video.example.org/choir',
    'xmpp:room@example.org',
    'https://meet.google.com/abc-defg-hij',
    'not an address',
  ].map((uri) => ({ uri, label: '', features: [] }));
  assert.deepEqual(found({ conferences }), [
    ['', 'https://video.example.org/choir'],
    ['Google Meet', 'https://meet.google.com/abc-defg-hij'],
    ['', 'tel:+49-30-1234567,,987%23'],
  ]);
});

test('a call that is named twice is joined once, and there are at most five ways in', () => {
  const url = 'https://meet.google.com/abc-defg-hij';
  const conferences = [{ uri: url, label: 'Meet', features: ['VIDEO'] }];
  assert.equal(meetingLinks(event({ url, location: url, conferences })).length, 1);
  const many = Array.from({ length: 9 }, (_, n) => ({
    uri: `tel:+4930${n}`,
    label: '',
    features: [],
  }));
  assert.equal(meetingLinks(event({ conferences: many })).length, 5);
});
