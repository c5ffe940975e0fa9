import { element } from '../lib/dom.js';
import { t } from '../lib/strings.js';
import { initialsOf } from '../lib/whose.js';
import { wordOf } from './answer-row.js';

/**
 * Who is asked, with what each said.
 *
 * @param {GivenAnswer[]} answers @param {Member[]} members Of the group, in whose colours they are.
 */
export function answerList(answers, members) {
  return element('section', { class: 'answer-part', 'aria-label': t('answersTitle') }, element('h3', { text: t('answersTitle') }),
    element('ul', { class: 'answer-list' }, ...answers.map(({ name, account, answer, comment, one }) => element('li', {
      class: answer ?? 'none', 'data-color': members.find(({ id }) => id === account)?.color ?? 'grey',
    }, element('span', { class: 'initials', 'aria-hidden': 'true', text: initialsOf(name) }), element('span', { dir: 'auto', text: name }),
    element('strong', { text: one ? t('onlyThisOnce', { answer: wordOf(answer) }) : wordOf(answer) }),
    comment ? element('q', { dir: 'auto', text: comment }) : null))));
}
