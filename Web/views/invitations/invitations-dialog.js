import { answerInvitation } from '../../api/invitations.js';
import { answerRow, answerText } from '../../components/answer-row.js';
import { renewNear } from '../../components/setting-section.js';
import { openSideCard } from '../../components/side-card.js';
import { element, tell } from '../../dom/element.js';
import { titleOf } from '../../i18n/calendar-owners.js';
import { dateText, spanText } from '../../i18n/format.js';
import { capital, ruleSentence } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';

/**
 * The list of invitations that wait: who invites, to what and when, and the answers. It closes when
 * no invitation is left.
 *
 * @param {{ agenda: Agenda, notices: Notices,
 *   waiting: import('../../state/waiting-invitations.js').WaitingInvitations }} page
 */
export function openInvitations({ agenda, notices, waiting }) {
  const list = element('div', { class: 'candidates' });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const { close, signal } = openSideCard({
    title: t('invitationsTitle'),
    body: [
      element(
        'div',
        { class: 'proposal' },
        element('p', { class: 'dialog-text', text: t('invitationsHint') }),
        list,
      ),
      problem,
    ],
  });
  const answer = async (
    /** @type {WaitingInvitation} */ { id },
    /** @type {string} */ title,
    /** @type {Answer} */ given,
  ) => {
    problem.textContent = '';
    try {
      await answerInvitation(id, given);
      notices.show(t('answered', { title, answer: answerText(given) }));
    } catch (error) {
      problem.textContent = explain(error);
    }
    await waiting.read();
  };
  const show = () => {
    if (waiting.list.length === 0) return close();
    renewNear(list, ...waiting.list.map((each) => item(each, agenda, answer)));
  };
  waiting.addEventListener('change', show, { signal });
  show();
}

/**
 * @param {WaitingInvitation} invitation @param {Agenda} agenda
 * @param {(invitation: WaitingInvitation, title: string, given: Answer) => unknown} answer
 */
function item(invitation, agenda, answer) {
  const { id, name, email } = invitation;
  const event = eventOf(invitation, agenda);
  const title = event ? titleOf(event) : t('untitled');
  const who = name || email;
  return element(
    'section',
    { class: 'candidate', 'aria-label': title },
    element(
      'div',
      { class: 'candidate-facts' },
      element('strong', { text: title, dir: 'auto' }),
      event && element('span', { text: whenOf(event, agenda) }),
      element('span', {
        class: 'hint',
        dir: 'auto',
        text: name ? t('nameAndAddress', { name, address: email }) : email,
      }),
    ),
    answerRow(t('ownAnswer'), null, (given) => answer(invitation, title, given)),
    element(
      'div',
      { class: 'candidate-ends' },
      element('button', {
        type: 'button',
        class: 'quiet',
        'data-for': `${id} block`,
        text: t('blockSender', { name: who }),
        onclick: () =>
          tell(document, 'sender-block', { name: who, invitation: { invitation: id } }),
      }),
    ),
  );
}

/**
 * @param {WaitingInvitation} invitation @param {Agenda} agenda
 * @returns {EventDetail | null} Null if the core can't read it.
 */
function eventOf({ id, ical }, { engine }) {
  try {
    return engine?.version('', id, ical) ?? null;
  } catch (error) {
    console.debug(id, error);
    return null;
  }
}

/** @param {EventDetail} event @param {Agenda} agenda @returns {string} Its first time, and how it repeats. */
function whenOf(event, { engine }) {
  const { start, allDay, repeatText } = event;
  const span = spanText(event, start.slice(0, 10));
  const rule = repeatText ? engine?.ruleTimes(start, '', repeatText, 0) : null;
  return [
    allDay && span ? span : dateText(start, 'full'),
    allDay ? t('allDay') : span,
    rule ? capital(ruleSentence(rule)) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
