import { inboxIn } from '../../components/inbox-entry.js';
import { hear, tell } from '../../dom/element.js';
import { pause } from '../../dom/frames.js';
import { t } from '../../i18n/strings.js';
import { editID, waitingEvents, waitingOf } from '../../state/waiting-events.js';
import { kindOf } from '../../state/waiting-kind.js';

/** @typedef {import('../../components/inbox-entry.js').InboxItem} InboxItem */
/** @typedef {import('../../state/waiting-events.js').WaitingEvent} WaitingEvent */
/** @typedef {{ event: WaitingEvent, isUndone: boolean }} Listed */

/** @type {Record<import('../../state/waiting-kind.js').WaitingKind, Message>} */
const kindWords = {
  new: 'waitsNew',
  changed: 'waitsChanged',
  series: 'waitsSeries',
  moved: 'waitsMoved',
  deleted: 'waitsDeleted',
};

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
    inbox.show('edits', { n, text: t('editsWaiting', { n }), heading: t('waitingEdits'), items });
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
  const { id, edit, after } = event;
  const { kind, detail } = readOf(event, agenda);
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
  const n = new Set(edit.changes.map(({ href }) => href)).size - 1;
  return {
    ...row,
    detail: [t(kindWords[kind]), n > 0 && t('waitsWith', { n })].filter(Boolean).join(' · '),
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

/** @typedef {{ kind: import('../../state/waiting-kind.js').WaitingKind, detail: EventDetail | null }} Read */

/** What was read before, because an event is listed again and again. @type {WeakMap<WaitingChange, Read>} */
const known = new WeakMap();

/**
 * @param {WaitingEvent} event @param {Agenda} agenda
 * @returns {Read} What becomes of it, and its details: as they will be, or were if it's deleted; null if the core can't
 *   read them.
 */
function readOf(event, { engine }) {
  const { before, after } = event;
  const read = known.get(before);
  if (read || !engine) return read ?? { kind: 'changed', detail: null };
  const detailOf = (/** @type {WaitingChange} */ change, /** @type {'base' | 'ical'} */ which) => {
    try {
      return engine.version(change.calendar, change.href, change[which] ?? '');
    } catch {
      return null;
    }
  };
  const detail = after.ical === undefined ? detailOf(before, 'base') : detailOf(after, 'ical');
  const made = { kind: kindOf(event, detailOf), detail };
  known.set(before, made);
  return made;
}
