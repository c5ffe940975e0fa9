import { ask } from '../../components/modal-dialog.js';
import { dateText } from '../../lib/format.js';
import { t } from '../../lib/strings.js';

/**
 * Asks how much of a repeating event an edit is for.
 *
 * @param {'change' | 'delete'} what
 * @param {EventDetail} event
 * @param {Partial<Draft>} changes A rule or a calendar can't change for one date only.
 * @returns {Promise<Scope | null>}
 */
export function askScope(what, event, changes) {
  const date = dateText(event.start, 'short');
  const tone = what === 'delete' ? 'danger' : undefined;
  /** @type {{ value: Scope, label: string, hint: string }[]} */
  const scopes = [
    { value: 'this', label: t('scopeThis'), hint: t('scopeThisHint', { date }) },
    { value: 'following', label: t('scopeFollowing'), hint: t('scopeFollowingHint', { date }) },
    { value: 'all', label: t('scopeAll'), hint: t('scopeAllHint') },
  ];
  const possible = scopes.filter(({ value }) => {
    if (changes.calendar !== undefined) return value === 'all';
    return changes.repeat === undefined || value !== 'this';
  });
  return ask({
    title: t(what === 'delete' ? 'scopeDeleteTitle' : 'scopeChangeTitle'),
    text: t('scopeText', { title: event.title || t('untitled') }),
    choices: possible.map((choice) => (tone ? { ...choice, tone } : choice)),
  });
}
