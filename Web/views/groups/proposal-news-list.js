import { inboxIn } from '../../components/inbox-entry.js';
import { inform } from '../../components/reminder-toast.js';
import { notifyAway } from '../../components/system-notification.js';
import { hear, tell } from '../../dom/element.js';
import { dateText, timeText } from '../../i18n/format.js';
import { t } from '../../i18n/strings.js';
import { titleWords } from '../../i18n/visible-text.js';
import { isTold } from '../../state/notification-kinds.js';
import { RecentlySaid } from '../../state/recently-said.js';
import { tallyText } from './proposal-facts.js';

/** If more than this arise at once, none is announced; the inbox has them. */
const toldMax = 2;

/** @type {Record<Answer, Message>} */
const saidWords = { yes: 'saidYes', maybe: 'saidMaybe', no: 'saidNo' };

/**
 * Lists in the inbox what has happened to proposals, until it's read, and tells it while the page is
 * open. Of one person and proposal it tells once in a while: whoever changes an answer again and again
 * is heard in the inbox alone.
 *
 * @param {{ news: import('../../state/proposal-news.js').ProposalNews, agenda: Agenda, notices: Notices,
 *   side: HTMLElement, signal: AbortSignal }} page
 */
export function listProposalNews({ news, agenda, notices, side, signal }) {
  const inbox = inboxIn(side);
  const said = new RecentlySaid();
  const open = (/** @type {ProposalNewsItem} */ { id, kind, key }) => {
    news.read(id);
    if (kind !== 'withdrawn') tell(document, 'group-answer', { key });
  };
  const show = () => {
    const items = news.list.map((item) => {
      const text = newsText(item);
      const group = agenda.people.ofCalendar(item.calendar);
      return {
        id: item.id,
        text,
        detail: group?.name ?? '',
        color: group?.color ?? '',
        run: () => open(item),
        removal: { label: t('markRead', { text }), run: () => news.read(item.id) },
      };
    });
    const n = items.length;
    inbox.show('news', { n, text: t('newsCount', { n }), heading: t('news'), items });
  };
  for (const [from, name] of /** @type {const} */ ([
    [news, 'change'],
    [agenda, 'calendars'],
  ]))
    from.addEventListener(name, show, { signal });
  hear(
    news,
    'news',
    (/** @type {ProposalNewsItem[]} */ fresh) => {
      if (fresh.length > toldMax || !isTold('news')) return;
      for (const item of fresh.filter(({ id }) => said.isDue(id))) {
        inform(
          notices,
          newsText(item),
          item.kind === 'withdrawn' ? [] : [{ label: t('showIt'), run: () => open(item) }],
        );
        notifyAway({ title: newsText(item), tag: item.id, open: () => open(item) });
      }
    },
    signal,
  );
  hear(document, 'proposal-settle', ({ identity }) => news.noteOwnDecision(identity), signal);
  hear(document, 'account-left', () => news.end(), signal);
  addEventListener('storage', ({ key }) => key === news.name && news.changedElsewhere(), {
    signal,
  });
}

/** @param {ProposalNewsItem} item @returns {string} "Ada said yes to “Dinner”, Fri 4 Dec, 19:00". */
function newsText(item) {
  const title = titleWords(item.title);
  if (item.kind === 'withdrawn') return t('wasWithdrawn', { title });
  if (item.kind === 'decided') return t('wasDecided', { title, time: whenOf(item) });
  const { name = '', answers = [] } = item;
  const [first] = answers;
  if (first && answers.length === 1)
    return t(saidWords[first.answer], { name, title, time: whenOf(first) });
  const counts = { yes: 0, maybe: 0, no: 0 };
  for (const { answer } of answers) counts[answer] += 1;
  return t('saidToTimes', { name, title, answers: tallyText(counts) });
}

/** @param {{ start: string, allDay: boolean }} time */
const whenOf = ({ start, allDay }) =>
  [dateText(start, 'short'), allDay ? '' : timeText(start)].filter(Boolean).join(', ');
