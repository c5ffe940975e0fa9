import { ruleSentence } from '../../i18n/rule-sentence.js';
import { movingFields } from './event-draft.js';
import { askScope } from './scope-dialog.js';

/**
 * Asks which occurrences a change is for; the core says what each choice would do.
 *
 * @param {Engine} engine @param {EventDetail} event @param {Record<string, string>} changes
 * @param {Pick<Question<Scope>, 'kind' | 'looked'>} rest
 */
export function askChangeScope(engine, event, changes, rest) {
  return askWith(
    engine,
    'change',
    event,
    (scope) => engine.changeEffect(event.key, scope, changes),
    rest,
  );
}

/**
 * Changes an event, after asking for which occurrences if it repeats.
 *
 * @param {EventModel} model @param {EventDetail} event @param {Record<string, string>} changes
 * @returns {Promise<boolean>} Whether it was changed.
 */
export async function changeAsked({ agenda: { engine }, edits }, event, changes) {
  if (!engine) return false;
  const scope = event.repeats ? await askChangeScope(engine, event, changes, {}) : 'all';
  return scope !== null && edits.change(event.key, scope, changes) !== null;
}

/**
 * Asks which occurrences the typed changes are for. If they move occurrences, the view behind the
 * form previews where.
 *
 * @param {EventModel} model @param {HTMLDialogElement | null} sheet The form's.
 * @param {EventDetail} event @param {Partial<Draft>} typed
 */
export async function askScopeBeside({ agenda: { engine }, outlines }, sheet, event, typed) {
  if (!engine) return null;
  /** @type {Record<string, string>} */
  const changes = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, value ?? '']),
  );
  if (!outlines || !movingFields.some((name) => name in changes))
    return askChangeScope(engine, event, changes, {});
  const shown = outlines((scope, first, count) =>
    engine.changePreview(first, count, event.key, scope, changes),
  );
  sheet?.classList.add('stepped-back');
  try {
    return await askChangeScope(engine, event, changes, {
      kind: 'aside',
      looked: (scope) => shown.show(scope),
    });
  } finally {
    shown.clear();
    sheet?.classList.remove('stepped-back');
  }
}

/**
 * @param {Engine} engine
 * @param {EventDetail} event
 * @returns {Promise<Scope | null>} Which occurrences to delete; null to keep all.
 */
export function askDeletionScope(engine, event) {
  return askWith(engine, 'delete', event, (scope) => engine.deleteEffect(event.key, scope), {});
}

/**
 * @param {Engine} engine @param {'change' | 'delete'} what @param {EventDetail} event
 * @param {(scope: Scope) => SeriesEffect} effectOf @param {Pick<Question<Scope>, 'kind' | 'looked'>} rest
 */
function askWith(engine, what, event, effectOf, rest) {
  return askScope(
    what,
    event,
    (scope) => {
      // The core throws for a scope that isn't possible.
      try {
        return effectOf(scope);
      } catch {
        return null;
      }
    },
    ({ text, start }, withEnd) => {
      const { words } = engine.ruleTimes(start, '', text, 0);
      if (!words) return ruleSentence({ words });
      const { count: _count, until: _until, ...endless } = words;
      return ruleSentence({ words: withEnd ? words : endless });
    },
    rest,
  );
}
