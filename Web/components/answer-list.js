import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { answerText } from './answer-row.js';
import { face } from './person-avatar.js';

/**
 * Who is asked, with what each said.
 *
 * @param {GivenAnswer[]} answers @param {Member[]} members Of the group, in whose colours they are.
 * @param {string} [time] Which of several times it is about; what is around it is its heading then.
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

/** @param {GivenAnswer} given @param {Member | undefined} member Nothing of who left. */
function answerItem({ name, answer, comment, one }, member) {
  return element(
    'li',
    { class: answer ?? 'none', 'data-color': member?.color ?? 'grey' },
    face({ name, picture: member?.picture ?? '' }),
    element('span', { dir: 'auto', text: name }),
    element('strong', {
      text: one ? t('onlyThisOnce', { answer: answerText(answer) }) : answerText(answer),
    }),
    comment ? element('q', { dir: 'auto', text: comment }) : null,
  );
}
