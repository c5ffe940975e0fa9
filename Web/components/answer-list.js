import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { answerText } from './answer-row.js';
import { face } from './person-avatar.js';

/**
 * The people asked, each with their answer.
 *
 * @param {GivenAnswer[]} answers @param {Member[]} members The group's members, for colours and
 *   pictures.
 * @param {string} [time] Given when there are several times; without it, the surrounding heading is
 *   enough.
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
 * @param {GivenAnswer} given @param {Member | undefined} member Undefined for somebody who left the
 *   group.
 */
function answerItem({ name, answer, comment, one, undelivered }, member) {
  return element(
    'li',
    { class: answer ?? 'none', 'data-color': member?.color ?? 'grey' },
    face({ name, picture: member?.picture ?? '' }),
    element('span', { dir: 'auto', text: name }),
    element('strong', {
      text: one ? t('onlyThisOnce', { answer: answerText(answer) }) : answerText(answer),
    }),
    undelivered
      ? element('span', { class: 'undelivered', text: t(`undelivered-${undelivered}`) })
      : null,
    comment ? element('q', { dir: 'auto', text: comment }) : null,
  );
}
