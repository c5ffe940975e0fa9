import { inboxIn } from '../../components/inbox-entry.js';
import { hear, tell } from '../../dom/element.js';
import { pause } from '../../dom/frames.js';
import { t } from '../../i18n/strings.js';
import { waitingOf } from '../../state/waiting-events.js';

/** @typedef {import('../../components/inbox-entry.js').InboxItem} InboxItem */

/** How long an attempt to send may take before the list says that it has failed. */
const answerMs = 2500;

/** @param {WaitingEdit} edit */
const idOf = ({ client, place }) => `${client} ${place}`;

/**
 * Lists in the inbox the edits that wait for the server. Each can be opened, and undone unless the server
 * may have made it; all can be sent at once. What was undone stays in its place until the list is closed, so
 * that no row moves under the finger. A press on the banner opens the list.
 *
 * @param {{ model: EventModel, notices: Notices, side: HTMLElement, banner: HTMLButtonElement | null,
 *   say: (text: string) => void, signal: AbortSignal }} page
 */
export function listWaiting({ model, notices, side, banner, say, signal }) {
  const { agenda, edits } = model;
  const inbox = inboxIn(side);
  /** @type {Map<string, { edit: WaitingEdit, isUndone: boolean }>} The listed edits, by their names. */
  const listed = new Map();
  /** What became of sending; empty if nobody has asked for it. */
  let sending = '';
  const show = () => {
    const waiting = waitingOf(edits);
    say(waiting.n > 0 ? t(waiting.isKept ? 'editsWait' : 'editsWaitHere', { n: waiting.n }) : '');
    const now = new Map(edits.said.map(({ edit }) => [idOf(edit), edit]));
    for (const [id, { isUndone }] of listed) if (!isUndone && !now.has(id)) listed.delete(id);
    for (const [id, edit] of now) listed.set(id, { edit, isUndone: false });
    const n = now.size;
    if (banner) banner.disabled = n === 0;
    const items = [...listed.values()].map(({ edit, isUndone }) => itemOf(edit, isUndone, model));
    if (n > 0)
      items.push({ id: 'send', text: t('sendNow'), detail: sending, staysOpen: true, run: send });
    inbox.show('edits', { n, text: t('editsWait', { n }), heading: t('waitingEdits'), items });
  };
  const send = async () => {
    sending = t('sendingNow');
    show();
    // As if the network had just come back: the page connects again at once, rather than in a while.
    dispatchEvent(new Event('online'));
    edits.resume();
    await pause(navigator.onLine ? answerMs : 0);
    if (!sending || signal.aborted) return;
    sending = t(agenda.outage === 'offline' ? 'stillOffline' : 'stillAway');
    notices.voice.say(sending);
    show();
  };
  hear(edits, 'waiting', show, signal);
  hear(
    edits,
    'took-back',
    (edit) => {
      listed.set(idOf(edit), { edit, isUndone: true });
      notices.voice.say(t('tookBack', { title: edit.title || t('untitled') }));
    },
    signal,
  );
  hear(
    inbox,
    'closed',
    () => {
      listed.clear();
      sending = '';
      show();
    },
    signal,
  );
  banner?.addEventListener('click', () => inbox.open(banner, 'edits'), { signal });
  show();
}

/** @param {WaitingEdit} edit @param {boolean} isUndone @param {EventModel} model @returns {InboxItem} */
function itemOf(edit, isUndone, { agenda, edits }) {
  const title = edit.title || t('untitled');
  const [change] = edit.changes;
  const what =
    change?.ical === undefined
      ? 'waitsDeleted'
      : change.base === undefined
        ? 'waitsNew'
        : 'waitsChanged';
  const key = keyOf(agenda, change);
  const row = {
    id: idOf(edit),
    text: title,
    color: agenda.calendars.get(change?.calendar ?? '')?.color ?? '',
  };
  if (isUndone)
    return {
      ...row,
      isGone: true,
      detail: t('editUndone'),
      removal: {
        text: t('keepEdit'),
        label: t('keepEditOf', { title }),
        run: () => edits.putBack(edit),
      },
    };
  return {
    ...row,
    detail: t(what),
    run: () => (key ? tell(document, 'event-open', { key }) : edits.resume()),
    ...(edit.sentClient === '' && {
      removal: {
        text: t('undo'),
        label: t('takeBackEdit', { title }),
        run: () => edits.takeBack(edit),
      },
    }),
  };
}

/** @param {Agenda} agenda @param {WaitingChange} [change] @returns {string} The event's first occurrence; empty if it's deleted. */
function keyOf({ engine }, change) {
  if (!engine || !change?.ical) return '';
  try {
    return engine.version(change.calendar, change.href, change.ical).key;
  } catch {
    return '';
  }
}
