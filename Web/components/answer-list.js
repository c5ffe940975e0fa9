import { element } from '../lib/dom.js';
import { t } from '../lib/strings.js';
import { wordOf } from './answer-row.js';
import { face } from './face.js';

/**
 * Who is asked, with what each said.
 *
 * @param {GivenAnswer[]} answers @param {Member[]} members Of the group, in whose colours they are.
 */
export function answerList(answers, members) {
  return element('section', { class: 'answer-part', 'aria-label': t('answersTitle') }, element('h3', { text: t('answersTitle') }),
    element('ul', { class: 'answer-list' }, ...answers.map((given) => answerItem(given, members.find(({ id }) => id === given.account)))));
}

/** @param {GivenAnswer} given @param {Member | undefined} member Nothing of who left. */
function answerItem({ name, answer, comment, one }, member) {
  return element('li', { class: answer ?? 'none', 'data-color': member?.color ?? 'grey' },
    face({ name, picture: member?.picture ?? '' }), element('span', { dir: 'auto', text: name }),
    element('strong', { text: one ? t('onlyThisOnce', { answer: wordOf(answer) }) : wordOf(answer) }),
    comment ? element('q', { dir: 'auto', text: comment }) : null);
}
