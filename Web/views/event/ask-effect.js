import { ruleSentence } from '../../lib/rule-sentence.js';
import { askScope } from './scope-dialog.js';

/**
 * Asks how much of a repeating event a change is for, with what the core says it would do.
 *
 * @param {Engine} engine @param {EventDetail} event @param {Record<string, string>} changes
 * @param {Pick<Question<Scope>, 'kind' | 'looked'>} rest
 */
export function askEffect(engine, event, changes, rest) {
  return askScope('change', event, (scope) => {
    // What a scope can't do, the core refuses.
    try {
      return engine.changeEffect(event.key, scope, changes);
    } catch {
      return null;
    }
  }, ({ text, start }) => ruleSentence(engine.ruleTimes(start, '', text, 0), document.documentElement.lang), rest);
}
