import { inboxIn } from '../../components/inbox-entry.js';
import { hear, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { waitingOf } from '../../state/waiting-events.js';

/** @typedef {import('../../components/inbox-entry.js').InboxItem} InboxItem */

/**
 * Lists in the inbox the edits that wait for the server. Each can be opened, and taken back unless the server
 * may have made it; all can be sent at once. A press on the banner opens the list.
 *
 * @param {{ model: EventModel, notices: Notices, side: HTMLElement, banner: HTMLButtonElement | null,
 *   say: (text: string) => void, signal: AbortSignal }} page
 */
export function listWaiting({ model, notices, side, banner, say, signal }) {
  const { edits } = model;
  const inbox = inboxIn(side);
  const show = () => {
    const waiting = waitingOf(edits);
    say(waiting.n > 0 ? t(waiting.isKept ? 'editsWait' : 'editsWaitHere', { n: waiting.n }) : '');
    const items = edits.said.map(({ edit }) => itemOf(edit, model));
    const n = items.length;
    if (banner) banner.disabled = n === 0;
    if (n > 0)
      items.push({ id: 'send', text: t('sendNow'), staysOpen: true, run: () => edits.resume() });
    inbox.show('edits', { n, text: t('editsWait', { n }), heading: t('waitingEdits'), items });
  };
  hear(edits, 'waiting', show, signal);
  hear(
    edits,
    'took-back',
    (edit) =>
      notices.show(t('tookBack', { title: edit.title || t('untitled') }), {
        label: t('undo'),
        run: () => edits.putBack(edit),
      }),
    signal,
  );
  banner?.addEventListener('click', () => inbox.open(banner, 'edits'), { signal });
  show();
}

/** @param {WaitingEdit} edit @param {EventModel} model @returns {InboxItem} */
function itemOf(edit, { agenda, edits }) {
  const title = edit.title || t('untitled');
  const [change] = edit.changes;
  const what =
    change?.ical === undefined
      ? 'waitsDeleted'
      : change.base === undefined
        ? 'waitsNew'
        : 'waitsChanged';
  const key = keyOf(agenda, change);
  return {
    id: `${edit.client} ${edit.place}`,
    text: title,
    detail: t(what),
    color: agenda.calendars.get(change?.calendar ?? '')?.color ?? '',
    run: () => (key ? tell(document, 'event-open', { key }) : edits.resume()),
    ...(edit.sentClient === '' && {
      removal: {
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
