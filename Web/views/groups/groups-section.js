import { HTTPError } from '../../api/http.js';
import { inboxIn } from '../../components/inbox-entry.js';
import { remind } from '../../components/reminder-toast.js';
import { notifyAway } from '../../components/system-notification.js';
import { warningSign } from '../../components/warning-sign.js';
import { deviceStorage } from '../../dom/device-storage.js';
import { element, hear, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { titleWords } from '../../i18n/visible-text.js';
import { explain } from '../../state/error-messages.js';
import { isFreeTimeUnsure } from '../../state/free-time.js';
import { isTold } from '../../state/notification-kinds.js';
import { PendingProposals } from '../../state/pending-proposals.js';
import { ProposalNews } from '../../state/proposal-news.js';
import { sendWorkingHours } from '../../state/working-hours.js';

import './group-list.js';
import { foldProposals } from './folded-proposals.js';
import { GroupDialog } from './group-dialog.js';
import { openNewGroup } from './new-group.js';
import { personAlone } from './person-alone.js';
import { openFindTime, openPropose } from './proposal-actions.js';
import { listProposalNews } from './proposal-news-list.js';
import { waitingFacts } from './waiting-facts.js';

/**
 * Adds the groups to the page: a list in the sidebar, and in a group's view a line under the top
 * bar.
 *
 * @param {{ model: EventModel, notices: Notices, side: HTMLElement, shell:
 *   import('../../components/app-shell.js').AppShell, date: () => string, signal: AbortSignal }}
 *   page `date` returns the view's date.
 */
export function showGroups({ model, notices, side, shell, date, signal }) {
  const { agenda, settings } = model;
  sendWorkingHours(model, signal);
  const list = document.createElement('group-list');
  const waiting = new PendingProposals(agenda, signal);
  list.model = { agenda, settings };
  side.querySelector('calendar-list')?.after(list);
  shell
    .querySelector('.top-bar')
    ?.after(viewLine(agenda, settings, signal), personAlone(agenda, signal));
  offerBoard(shell, agenda, signal);
  listWaiting({ waiting, agenda, side, signal });
  const news = new ProposalNews(agenda, deviceStorage(), signal);
  listProposalNews({ news, agenda, notices, side, signal });
  tellWaiting({ waiting, agenda, notices, signal });
  const tellOverfull = (/** @type {string} */ id) => notices.show(overfullText(agenda, id));
  agenda.overfull.forEach(tellOverfull);
  hear(agenda, 'overfull', ({ id }) => tellOverfull(id), signal);
  const words = (/** @type {unknown} */ error) =>
    error instanceof HTTPError && error.code === 'not-found' ? t('groupGone') : explain(error);
  const open = (/** @type {string} */ id) =>
    new GroupDialog(agenda, { explain: words, say: (text) => notices.show(text) }).open(id);
  hear(
    document,
    'group-edit',
    ({ id }) => (id ? open(id) : openNewGroup(agenda, words, open)),
    signal,
  );
  // On a phone the open sidebar would cover the notice that follows.
  hear(
    document,
    'group-propose',
    ({ id, draft }) => {
      shell.closeSide();
      openPropose(model, notices, id, date(), draft);
    },
    signal,
  );
  hear(
    document,
    'group-find-time',
    ({ id }) => {
      shell.closeSide();
      void openFindTime(model, notices, id, date());
    },
    signal,
  );
  hear(
    document,
    'group-answer',
    ({ key }) => {
      shell.closeSide();
      tell(document, 'event-open', { key });
    },
    signal,
  );
  hear(
    document,
    'group-board',
    ({ id }) => {
      // If a group's view is open, switch it to this group. Otherwise the group is shown only as
      // long as its board.
      if (agenda.people.view && !agenda.people.glance) settings.change({ groupView: id });
      agenda.people.boardOf = id;
      agenda.changed();
      shell.closeSide();
      tell(document, 'shell-view', { view: 'board' });
    },
    signal,
  );
}

/**
 * Lists the proposals that need an answer in the inbox.
 *
 * @param {{ waiting: PendingProposals, agenda: Agenda, side: HTMLElement, signal: AbortSignal }} page
 */
function listWaiting({ waiting, agenda, side, signal }) {
  const inbox = inboxIn(side);
  /** @type {Set<string>} The proposers of whom everything is listed. */
  const unfolded = new Set();
  const show = () => {
    const { list } = waiting;
    const [n, times] = [list.length, waiting.countTimes(list)];
    const text = t('waitingForAnswer', { n });
    const { shown, folded } = foldProposals(list, unfolded);
    inbox.show('proposals', {
      n,
      text: times > n ? `${text} (${t('proposedTimes', { n: times })})` : text,
      heading: t('toAnswer'),
      items: [
        ...shown.map((asked) => {
          const { key, title, calendar, color, proposal, organizerName } = asked;
          const group = agenda.people.ofCalendar(calendar)?.name;
          const facts = waitingFacts(waiting.timesOf(asked), agenda.today);
          const who = [organizerName, group].filter(Boolean).join(' · ');
          return {
            id: proposal.identity,
            text: titleWords(title),
            detail: [facts, who].filter(Boolean).join('\n'),
            color,
            run: () => tell(document, 'group-answer', { key }),
          };
        }),
        ...folded.map((rest) => ({
          id: `more ${rest.proposer}`,
          text: t('moreFrom', rest),
          staysOpen: true,
          run: () => {
            unfolded.add(rest.proposer);
            show();
          },
        })),
      ],
    });
  };
  waiting.addEventListener('change', show, { signal });
}

/**
 * Shows a notice when a proposal arrives, until it's answered.
 *
 * @param {{ waiting: PendingProposals, agenda: Agenda, notices: Notices, signal: AbortSignal }} page
 */
function tellWaiting({ waiting, agenda, notices, signal }) {
  hear(
    waiting,
    'asked',
    (/** @type {WaitingCandidate} */ asked) => {
      if (!isTold('proposals')) return;
      const { key, title, organizerName, calendar, proposal } = asked;
      const group = agenda.people.ofCalendar(calendar)?.name ?? '';
      const what = t('isAsked', { name: organizerName, title: titleWords(title), group });
      const n = waiting.countTimes([asked]);
      const times = n > 1 ? t('proposedTimes', { n }) : '';
      const open = () => tell(document, 'event-open', { key });
      const toast = remind(notices, times ? `${what} (${times})` : what, [
        { label: t('answerIt'), run: open },
      ]);
      const tag = `asked ${proposal.identity}`;
      const notification = notifyAway({ title: what, body: times, tag, open });
      const answered = () => {
        if (waiting.list.some((other) => other.proposal.identity === proposal.identity)) return;
        toast.remove();
        notification?.close();
        waiting.removeEventListener('change', answered);
      };
      waiting.addEventListener('change', answered, { signal });
    },
    signal,
  );
}

/**
 * @param {Agenda} agenda
 * @param {Settings} settings
 * @param {AbortSignal} signal
 * @returns {HTMLElement} Names the group in view, with a button back to everything.
 */
function viewLine(agenda, settings, signal) {
  const name = element('span', { role: 'status' });
  const legend = element(
    'span',
    { class: 'free-legend', 'aria-hidden': 'true' },
    element('i', { class: 'all' }),
    element('span', { text: t('allFree') }),
    element('i', { class: 'most' }),
    element('span', { text: t('mostFree') }),
  );
  const unsure = warningSign(t('freeTimeOverfull'));
  const line = element(
    'div',
    { class: 'group-line', hidden: true },
    name,
    element('button', {
      type: 'button',
      class: 'quiet',
      text: t('showEverything'),
      onclick: () => settings.change({ groupView: '' }),
    }),
    legend,
    unsure,
  );
  const show = () => {
    const { view } = agenda.people;
    const shown = view?.members.filter(({ id }) => agenda.isVisible(id)) ?? [];
    line.hidden = !view;
    legend.hidden = shown.length < 2;
    unsure.hidden = !view || !isFreeTimeUnsure(agenda.overfull, view, shown);
    line.dataset['color'] = view?.color ?? '';
    name.textContent = view ? t('groupOnly', { name: view.name }) : '';
    name.title = view?.name ?? '';
  };
  for (const change of ['calendars', 'overfull']) agenda.addEventListener(change, show, { signal });
  show();
  return line;
}

/** @param {Agenda} agenda @param {string} id A fellow member, or a group's calendar. */
function overfullText({ people }, id) {
  const group = people.ofCalendar(id);
  const members = people.list.flatMap((each) => each.members);
  return group
    ? t('groupOverfull', { name: group.name })
    : t('memberOverfull', { name: members.find((member) => member.id === id)?.name ?? '' });
}

/**
 * Offers the board to users who are in a group.
 *
 * @param {HTMLElement} shell
 * @param {Agenda} agenda
 * @param {AbortSignal} signal
 */
function offerBoard(shell, agenda, signal) {
  /** @type {import('../../components/view-switch.js').ViewSwitch | null} */
  const choice = shell.querySelector('view-switch');
  const show = () => {
    if (choice) choice.grouped = agenda.people.groups.size > 0;
  };
  agenda.addEventListener('calendars', show, { signal });
  show();
}
