import { ask } from '../../components/modal-dialog.js';
import { dateText } from '../../i18n/format.js';
import { capital } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';

/** @type {Scope[]} */
const scopes = ['this', 'following', 'all'];
const labels = /** @type {const} */ ({
  this: 'scopeThis',
  following: 'scopeFollowing',
  all: 'scopeAll',
});

/**
 * Puts a rule into words, with or without its end; the end of a split series follows from the date.
 *
 * @typedef {(rule: { text: string, start: string }, withEnd: boolean) => string} RuleWording
 */

/**
 * Asks which occurrences an edit is for, and shows what each choice would do.
 *
 * @param {'change' | 'delete'} what
 * @param {EventDetail} event
 * @param {(scope: Scope) => SeriesEffect | null} effectOf Null for a scope that isn't possible.
 * @param {RuleWording} ruleWords
 * @param {Pick<Question<Scope>, 'kind' | 'looked'>} [rest] The kind of dialog, and a listener for
 *   the choice that has the focus or the pointer.
 * @returns {Promise<Scope | null>}
 */
export function askScope(what, event, effectOf, ruleWords, rest = {}) {
  const choices = scopes.flatMap((scope) => {
    const effect = effectOf(scope);
    const hint = effect ? effectText(scope, effect, dateText(event.start, 'short'), ruleWords) : '';
    return effect
      ? [
          {
            value: scope,
            label: t(labels[scope]),
            hint,
            ...(what === 'delete' ? { tone: /** @type {const} */ ('danger') } : {}),
          },
        ]
      : [];
  });
  return ask({
    title: t(what === 'delete' ? 'scopeDeleteTitle' : 'scopeChangeTitle'),
    text: t('scopeText', { title: event.title || t('untitled') }),
    choices,
    ...rest,
  });
}

/**
 * @param {Scope} scope
 * @param {SeriesEffect} effect
 * @param {string} date The edited occurrence's, in words.
 * @param {RuleWording} ruleWords
 */
function effectText(scope, { changesRule, oldRule, newRule, kept, dropped }, date, ruleWords) {
  const [before, after] = [oldRule, newRule].map((rule) =>
    rule ? ruleWords(rule, scope === 'all') : '',
  );
  const becomes =
    changesRule && before && after && before !== after
      ? t(scope === 'all' ? 'effectRule' : 'effectRuleFrom', {
          old: capital(before),
          new: after,
          date,
        })
      : '';
  const reach = {
    this: t('scopeThisHint', { date }),
    following: t('scopeFollowingHint', { date }),
    all: t('scopeAllHint'),
  };
  const changed = [
    kept > 0 && t('effectKept', { n: kept }),
    dropped > 0 && t('effectDropped', { n: dropped }),
  ];
  return [becomes || reach[scope], ...changed].filter(Boolean).join('; ');
}
