import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { splitCall } from '../i18n/call-text.js';
import { addStrings } from '../i18n/strings.js';
import { meetingLinks, wordsOf } from '../views/event/meeting-links.js';

addStrings('en', JSON.parse(readFileSync(new URL('../strings/en.json', import.meta.url), 'utf8')));

const event = (more) => ({ url: '', location: '', notes: '', ...more });
const found = (more) => meetingLinks(event(more)).map(({ href, service }) => [service, href]);

for (const [url, service] of [
  ['https://meet.google.com/abc-defg-hij', 'Google Meet'],
  ['https://us02web.zoom.us/j/123?pwd=x', 'Zoom'],
  ['https://zoom.us/my/anna', 'Zoom'],
  ['https://teams.microsoft.com/l/meetup-join/19%3ameeting', 'Microsoft Teams'],
  ['https://teams.live.com/meet/123?p=x', 'Microsoft Teams'],
  ['https://acme.webex.com/meet/anna', 'Webex'],
  ['https://acme.webex.com/acme/j.php?MTID=m1', 'Webex'],
  ['https://whereby.com/choir', 'Whereby'],
  ['https://meet.goto.com/123456789', 'GoTo Meeting'],
  ['https://facetime.apple.com/join#v=1&p=x', 'FaceTime'],
  ['https://meet.jit.si/ChoirPractice', 'Jitsi Meet'],
  ['https://8x8.vc/choir', 'Jitsi Meet'],
  // A call, but anybody can run it under that name.
  ['https://jitsi.example.org/choir', ''],
  ['https://meet.jit.si.jitsi.evil.example/choir', ''],
  ['HTTPS://MEET.GOOGLE.COM/abc-defg-hij', 'Google Meet'],
]) {
  test(`${url} leads into a call on ${service || 'an unknown host'}`, () => {
    assert.deepEqual(
      meetingLinks(event({ url })).map((link) => link.service),
      [service],
    );
    assert.equal(found({ location: `Room 4, ${url}` })[0]?.[0], service);
  });
}

for (const url of [
  'https://zoom.us/pricing',
  'https://help.webex.com/en-us/article',
  'https://jitsi.org/downloads',
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

const zoomText = [
  'Ana is inviting you to a scheduled Zoom meeting.',
  '',
  'Join Zoom Meeting',
  'https://us02web.zoom.us/j/81234?pwd=abc',
  '',
  'Meeting ID: 812 34',
  'Passcode: 99',
  '',
  '---',
  '',
  'One tap mobile',
  '+496938079883,,81234# Germany',
  '',
  'Find your local number: https://us02web.zoom.us/u/kdX',
].join('\n');
const rule = '_'.repeat(80);
const wave = '-::~:~::~:~:~:~:~:~:~:~:~:~:~::~:~::-';
/** What programs write into notes, and where its call is. */
const written = {
  Zoom: [zoomText, 'https://us02web.zoom.us/j/81234?pwd=abc'],
  'Microsoft Teams': [
    `${rule}\nMicrosoft Teams Need help?\nJoin the meeting now<https://teams.microsoft.com/l/meetup-join/19%3ax>\nMeeting ID: 1\n${'_'.repeat(32)}\nFor organizers: Meeting options<https://teams.microsoft.com/meetingOptions/?x=1>\n${rule}`,
    'https://teams.microsoft.com/l/meetup-join/19%3ax',
  ],
  'Google Meet': [
    `${wave}\nJoin with Google Meet: https://meet.google.com/abc-defg-hij\n\nLearn more about Meet at: https://support.google.com/a/users/answer/9282720\n\nPlease do not edit this section.\n${wave}`,
    'https://meet.google.com/abc-defg-hij',
  ],
  Webex: [
    '-- Do not delete or change any of the following text. --\n\nJoin meeting\nhttps://acme.webex.com/acme/j.php?MTID=m1\n\nNeed help? https://help.webex.com',
    'https://acme.webex.com/acme/j.php?MTID=m1',
  ],
};

for (const [service, [text, href]] of Object.entries(written)) {
  test(`what ${service} writes into the notes leads into the call, and is told from one’s own`, () => {
    assert.deepEqual(found({ notes: `Agenda: budget\n\n${text}` }), [[service, href]]);
    const { own, call } = splitCall(`Agenda: budget\n\n${text}`);
    assert.equal(own, 'Agenda: budget');
    assert.match(call, /join/i);
    assert.doesNotMatch(call, /^[_-]{4}|~:~/);
  });
}

test('what follows Zoom’s text is one’s own', () =>
  assert.equal(
    splitCall(`Hello\n${zoomText}\n\nBring the figures.`).own,
    'Hello\n\nBring the figures.',
  ));

for (const notes of [
  'Anna wrote:\n__________\nWe talk on https://zoom.example.org\n',
  'A line\n__________\nand another\n__________\nend',
  'Zoom meeting with the lens team',
]) {
  test(`nothing is cut out of “${notes.split('\n').at(-1)}”`, () =>
    assert.deepEqual(splitCall(notes), { own: notes.trim(), call: '' }));
}

test('notes lead into one call, and only if nothing else does', () => {
  const meet = 'https://meet.google.com/abc-defg-hij';
  const zoom = 'https://zoom.us/j/1';
  assert.deepEqual(found({ notes: `${zoom} or ${meet}` }), [['Zoom', zoom]]);
  assert.deepEqual(found({ notes: zoom, location: meet }), [['Google Meet', meet]]);
  assert.deepEqual(found({ notes: 'Agenda: https://example.org/agenda' }), []);
  const html = `<p>Join <a href="${zoom}">here</a></p>`;
  assert.deepEqual(found({ notes: html }), [['Zoom', zoom]]);
});

test('mail programs’ detours are left out', () => {
  const zoom = 'https://zoom.us/j/1';
  for (const detour of [
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(zoom)}&data=x`,
    `https://www.google.com/url?q=${encodeURIComponent(zoom)}&sa=D`,
  ])
    assert.deepEqual(found({ notes: detour }), [['Zoom', zoom]]);
});

const ways = (...conferences) =>
  meetingLinks(event({ conferences: conferences.map(([uri, label]) => ({ uri, label })) })).map(
    (link, place) => Object.values(wordsOf(link, place === 0)),
  );

test('a link says its host, unless it leads to a known service, whatever its label says', () => {
  const meet = 'https://meet.google.com/abc-defg-hij';
  assert.deepEqual(ways([meet, 'Evil']), [['Join the call on Google Meet', '']]);
  assert.deepEqual(ways(['https://jitsi.evil.example/x', 'Google Meet']), [
    ['Join the call', 'jitsi.evil.example'],
  ]);
  assert.deepEqual(
    ways(
      [meet, ''],
      ['https://evil.example:8443/x', `\u202E\u200B Zoom\n\u2066${'!'.repeat(100)}`],
      ['https://xn--80ak6aa92e.example/', '\u200B\u2060'],
    ),
    [
      ['Join the call on Google Meet', ''],
      [`Zoom ${'!'.repeat(55)}`, 'evil.example:8443'],
      ['Join the call', 'xn--80ak6aa92e.example'],
    ],
  );
  assert.deepEqual(ways(['tel:+49900123;x=1', 'Your bank'], ['tel:+4930', '']), [
    ['Call Your bank', '+49900123'],
    ['Call +4930', ''],
  ]);
});
