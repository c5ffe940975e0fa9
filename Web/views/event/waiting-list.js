import { answerText } from '../../components/answer-row.js';
import { inboxIn } from '../../components/inbox-entry.js';
import { hear, tell } from '../../dom/element.js';
import { pause } from '../../dom/frames.js';
import { t } from '../../i18n/strings.js';
import { titleWords } from '../../i18n/visible-text.js';
import { countWaiting } from '../../state/waiting-elsewhere.js';
import { whenText } from './draft-words.js';

/** @typedef {import('../../components/inbox-entry.js').InboxItem} InboxItem */
/** @typedef {Pick<WaitingEdit, 'client' | 'place'>} EditName */
/**
 * A row: an event whose change waits, or an answer; if that was undone, the whole edit or answer, to put it back.
 *
 * @typedef {{ event: WaitingEvent, undone: WaitingEdit | WaitingAnswer | null }} Listed
 */

/** What becomes of an event, or of a series or some of its dates. */
const words = /** @type {const} */ ({
  event: {
    new: 'waitsNew',
    changed: 'waitsChanged',
    moved: 'waitsMoved',
    deleted: 'waitsDeleted',
  },
  series: {
    new: 'waitsSeriesNew',
    changed: 'waitsSeries',
    moved: 'waitsSeriesMoved',
    deleted: 'waitsSeriesDeleted',
  },
  dates: {
    new: 'waitsDatesChanged',
    changed: 'waitsDatesChanged',
    moved: 'waitsDatesMoved',
    deleted: 'waitsDatesDeleted',
  },
});

/** The most rows: more would take long to draw, and nobody reads them. */
const rowsMax = 200;

/** How long an attempt to send may take before the list says that it has failed. */
const answerMs = 2500;

/**
 * Lists in the inbox the events whose edits wait for the server, and the answers. Each can be opened, and its edit undone unless the
 * server may have made it; all can be sent at once. What was undone stays in its place until the list is closed, so
 * that no row moves under the finger. A press on the banner opens the list.
 *
 * @param {{ model: EventModel, notices: Notices, side: HTMLElement, banner: HTMLButtonElement | null,
 *   say: (text: string) => void, signal: AbortSignal }} page
 */
export function listWaiting({ model, notices, side, banner, say, signal }) {
  const { agenda, edits } = model;
  const inbox = inboxIn(side);
  /** @type {Map<string, Listed>} By what tells a row from the others. */
  const listed = new Map();
  /** What became of sending; empty if nobody has asked for it. */
  let sending = '';
  const show = () => {
    const n = countWaiting(edits);
    const { isKept } = edits.waiting;
    say(n > 0 ? t(isKept ? 'editsWait' : 'editsWaitHere', { n }) : '');
    if (banner) banner.disabled = n === 0;
    /** @type {InboxItem[] | undefined} */
    let items;
    inbox.show('edits', {
      n,
      text: t('editsWaiting', { n }),
      heading: t('waitingEdits'),
      // Reading thousands of events takes a while, and the card is closed most of the time.
      get items() {
        items ??= rows(n);
        return items;
      },
    });
  };
  /** @param {number} n How many events there are. @returns {InboxItem[]} */
  const rows = (n) => {
    const now = agenda.engine?.listWaiting(rowsMax) ?? [];
    const ids = new Set(now.map(idOf));
    for (const [id, { undone }] of listed) if (!undone && !ids.has(id)) listed.delete(id);
    for (const event of now) listed.set(idOf(event), { event, undone: null });
    const items = [...listed].map(([id, each]) => itemOf(id, each, model));
    const elsewhere = edits.elsewhere.slice(0, rowsMax - now.length);
    items.push(...elsewhere.map((change) => elsewhereItem(change, agenda)));
    const more = n - now.length - elsewhere.length;
    if (more > 0) items.push({ id: 'more', text: t('waitsMore', { n: more }) });
    if (edits.waiting.n > 0)
      items.push({ id: 'send', text: t('sendNow'), detail: sending, staysOpen: true, run: send });
    return items;
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
      for (const each of listed.values()) if (isOf(each.event, edit)) each.undone = edit;
      notices.voice.say(t('tookBack', { title: titleWords(edit.title) }));
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

/** @param {EditName} event @param {EditName} edit */
const isOf = (event, edit) => event.client === edit.client && event.place === edit.place;

/** @param {WaitingEvent} event @returns {string} What tells its row from the others. */
const idOf = ({ client, place, name }) => `${client} ${place} ${name}`;

/** @param {string} id @param {Listed} listed @param {EventModel} model @returns {InboxItem} */
function itemOf(id, { event, undone }, { agenda, edits }) {
  const { isSent, calendar, key } = event;
  const title = titleWords(event.title);
  const row = { id, text: title, color: agenda.calendars.get(calendar)?.color ?? '' };
  if (undone)
    return {
      ...row,
      isGone: true,
      detail: t('editUndone'),
      removal: {
        text: t('keepEdit'),
        label: t('keepEditOf', { title }),
        run: () => ('changes' in undone ? edits.putBack(undone) : edits.answers?.putBack(undone)),
      },
    };
  return {
    ...row,
    detail: detailOf(event, agenda.today),
    ...(key && { run: () => tell(document, 'event-open', { key }) }),
    ...(!isSent && {
      removal: {
        text: t('undo'),
        label: t('takeBackEdit', { title }),
        run: () => edits.takeBack(event),
      },
    }),
  };
}

/** @param {WaitingEdit | WaitingAnswer} change One of another tab. @param {Agenda} agenda @returns {InboxItem} */
function elsewhereItem(change, { calendars }) {
  const { client, place, title } = change;
  const { calendar = '' } = ('changes' in change ? change.changes[0] : change) ?? {};
  return {
    id: `${client} ${place}`,
    text: titleWords(title),
    detail: t('waitsInOtherTab'),
    color: calendars.get(calendar)?.color ?? '',
  };
}

/** @param {Answer | 'none'} answer */
const answerWords = (answer) =>
  answer === 'none' ? t('waitsNoAnswer') : t('waitsAnswer', { answer: answerText(answer) });

/**
 * @param {WaitingEvent} event @param {string} today
 * @returns {string} "Moved · Thu 12 Mar · 09:00 – 10:00".
 */
function detailOf({ kind, answer = 'none', extent, dates = 1, others, allDay, start, end }, today) {
  // Of a new series, its first date tells it from others.
  const isOneDate = extent === 'series' ? kind === 'new' : extent === 'event' || dates === 1;
  const when =
    start && end && isOneDate ? whenText({ allDay: allDay ? '1' : '', start, end }, today) : '';
  // A line breaks before the day, not within the hours.
  const together = when.replaceAll(' ', '\u00a0');
  const rest = others > 0 ? t('waitsWith', { n: others }) : '';
  const what = kind === 'answer' ? answerWords(answer) : t(words[extent][kind], { n: dates });
  return [what, together, rest].filter(Boolean).join(' · ');
}
