import { inboxIn } from '../../components/inbox-entry.js';
import { hear, tell } from '../../dom/element.js';
import { pause } from '../../dom/frames.js';
import { t } from '../../i18n/strings.js';
import { editID, waitingEvents, waitingOf } from '../../state/waiting-events.js';

/** @typedef {import('../../components/inbox-entry.js').InboxItem} InboxItem */
/** @typedef {import('../../state/waiting-events.js').WaitingEvent} WaitingEvent */
/** @typedef {{ event: WaitingEvent, isUndone: boolean }} Listed */

/** How long an attempt to send may take before the list says that it has failed. */
const answerMs = 2500;

/**
 * Lists in the inbox the events whose edits wait for the server. Each can be opened, and its edit undone unless the
 * server may have made it; all can be sent at once. What was undone stays in its place until the list is closed, so
 * that no row moves under the finger. A press on the banner opens the list.
 *
 * @param {{ model: EventModel, notices: Notices, side: HTMLElement, banner: HTMLButtonElement | null,
 *   say: (text: string) => void, signal: AbortSignal }} page
 */
export function listWaiting({ model, notices, side, banner, say, signal }) {
  const { agenda, edits } = model;
  const inbox = inboxIn(side);
  /** @type {Map<string, Listed>} By the events' names. */
  const listed = new Map();
  /** What became of sending; empty if nobody has asked for it. */
  let sending = '';
  const show = () => {
    const { n, isKept } = waitingOf(edits);
    say(n > 0 ? t(isKept ? 'editsWait' : 'editsWaitHere', { n }) : '');
    if (banner) banner.disabled = n === 0;
    const now = new Map(waitingEvents(edits).map((event) => [event.id, event]));
    for (const [id, { isUndone }] of listed) if (!isUndone && !now.has(id)) listed.delete(id);
    for (const [id, event] of now) listed.set(id, { event, isUndone: false });
    const items = [...listed.values()].map((each) => itemOf(each, model));
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
      for (const each of listed.values())
        each.isUndone ||= editID(each.event.edit) === editID(edit);
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

/** @param {Listed} listed @param {EventModel} model @returns {InboxItem} */
function itemOf({ event, isUndone }, { agenda, edits }) {
  const { id, edit, before, after } = event;
  const detail = detailOf(event, agenda);
  const title = detail?.title || edit.title || t('untitled');
  const row = {
    id,
    text: title,
    color: agenda.calendars.get(after.calendar)?.color ?? '',
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
  const what =
    after.ical === undefined
      ? 'waitsDeleted'
      : before.base === undefined
        ? 'waitsNew'
        : 'waitsChanged';
  const n = new Set(edit.changes.map(({ href }) => href)).size - 1;
  return {
    ...row,
    detail: [t(what), n > 0 && t('waitsWith', { n })].filter(Boolean).join(' · '),
    // What is deleted can't be opened.
    ...(after.ical && detail && { run: () => tell(document, 'event-open', { key: detail.key }) }),
    ...(edit.sentClient === '' && {
      removal: {
        text: t('undo'),
        label: t('takeBackEdit', { title }),
        run: () => edits.takeBack(edit),
      },
    }),
  };
}

/** @param {WaitingEvent} event @param {Agenda} agenda @returns {EventDetail | null} As it is, or was if it's deleted; null if the core can't read it. */
function detailOf({ after: { calendar, href, ical, base } }, { engine }) {
  try {
    return engine?.version(calendar, href, ical ?? base ?? '') ?? null;
  } catch {
    return null;
  }
}
