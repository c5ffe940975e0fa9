import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { answerText } from './answer-row.js';
import { face } from './person-avatar.js';

/**
 * The people who were asked, with their answers.
 *
 * @param {GivenAnswer[]} answers @param {Member[]} members The group's members, for colours and
 *   pictures.
 * @param {string} [time] The time that the answers are for, if there are several; otherwise the
 *   surrounding heading is enough.
 */
export function answerList(answers, members, time) {
  const label = time ? t('answersTo', { time }) : t('answersTitle');
  return element(
    'section',
    { class: 'answer-part', 'aria-label': label },
    time ? null : element('h3', { text: label }),
    element(
      'ul',
      { class: 'answer-list' },
      ...answers.map((given) =>
        answerItem(
          given,
          members.find(({ id }) => id === given.account),
        ),
      ),
    ),
  );
}

/**
 * @param {GivenAnswer} given @param {Member | undefined} member Undefined for a person who left the
 *   group.
 */
function answerItem({ name, optional, answer, comment, one, undelivered }, member) {
  return element(
    'li',
    { class: answer ?? 'none', 'data-color': member?.color ?? 'grey' },
    face({ name, picture: member?.picture ?? '' }),
    element('span', { dir: 'auto', text: optional ? t('optionalGuest', { name }) : name }),
    element('strong', {
      text: one ? t('onlyThisOnce', { answer: answerText(answer) }) : answerText(answer),
    }),
    undelivered
      ? element('span', { class: 'undelivered', text: t(`undelivered-${undelivered}`) })
      : null,
    comment ? element('q', { dir: 'auto', text: comment }) : null,
  );
}
