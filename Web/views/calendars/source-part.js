import { changeSource, readSources, refreshSource } from '../../api/sources.js';
import { toggle } from '../../components/form/field.js';
import { fieldRow } from '../../components/form/field-row.js';
import { button } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { accountPart } from './account-part.js';
import { googlePart } from './google/google-part.js';
import { isOfAccount } from './source-accounts.js';
import { sourceProblem, sourceState } from './source-state.js';

/**
 * The address or account that a calendar comes from.
 *
 * @typedef {{
 *   elements: HTMLElement[],
 *   show: (source: Source, googleAccounts: GoogleAccount[]) => void,
 * }} OriginPart
 */

/**
 * The source of a calendar: its address or account, when it was read, and what to do about it.
 *
 * @param {string} calendar
 * @returns {HTMLElement & { source: () => Source | null, settled: () => Promise<boolean> }}
 *   `source` returns what is known so far, and `settled` whether the last change succeeded.
 */
export function sourcePart(calendar) {
  /** @type {Source | null} */
  let known = null;
  const change = (/** @type {Parameters<typeof changeSource>[1]} */ to) =>
    run(async () => {
      state.textContent = t('readingSource');
      await changeSource(calendar, to);
      return refreshSource(calendar);
    });
  const head = element('h3', { text: t('comesFrom') });
  const origin = originBelow(head, change);
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const state = element('p', { class: 'hint', role: 'status' });
  const show = (/** @type {Source} */ source) => {
    known = source;
    origin.show(source);
    state.textContent = sourceState(source);
    // The events of an account are the user's own, so their reminders are always kept.
    reminderRow.hidden = isOfAccount(source);
    reminders.input.checked = source.reminders;
    paused.input.checked = source.paused;
    refresh.disabled = source.paused;
  };
  let last = Promise.resolve(true);
  const run = (/** @type {() => Promise<Source>} */ work) => {
    problem.textContent = '';
    last = work().then(
      (source) => {
        show(source);
        return true;
      },
      (error) => {
        state.textContent = '';
        problem.textContent = sourceProblem(error, known?.kind);
        return false;
      },
    );
    return last;
  };
  const refresh = /** @type {HTMLButtonElement} */ (
    button(t('refreshNow'), async () => {
      state.textContent = t('readingSource');
      refresh.disabled = true;
      await run(() => refreshSource(calendar));
      refresh.disabled = paused.input.checked;
    })
  );
  const reminders = toggle(t('sourceReminders'), false, (isOn) => change({ reminders: isOn }));
  const reminderRow = fieldRow('bell', t('sourceReminders'), reminders);
  reminderRow.hidden = true;
  const paused = toggle(t('pauseSource'), false, (isOn) =>
    run(() => changeSource(calendar, { paused: isOn })),
  );
  void run(async () => {
    const all = await readSources();
    origin.googleAccounts = all.googleAccounts;
    return sourceOf(calendar, all.sources);
  });
  const section = element(
    'section',
    { class: 'rows inner' },
    head,
    state,
    problem,
    fieldRow('repeat', t('refreshNow'), refresh),
    reminderRow,
    fieldRow('pause', t('pauseSource'), paused),
  );
  return Object.assign(section, { source: () => known, settled: () => last });
}

/** @param {string} calendar @param {Source[]} sources */
function sourceOf(calendar, sources) {
  const source = sources.find((each) => each.calendar === calendar);
  if (!source) throw new Error(t('sourceGone'));
  return source;
}

/** @param {(to: { address: string }) => Promise<unknown>} change */
function addressPart(change) {
  const address = element('input', {
    type: 'text',
    inputmode: 'url',
    maxlength: 2000,
    spellcheck: false,
    dir: 'ltr',
    onchange: () => change({ address: address.value.trim() }),
  });
  return {
    elements: [fieldRow('link', t('sourceAddress'), address)],
    show: (/** @type {Source} */ source) => {
      address.value = source.address ?? '';
    },
  };
}

/** @typedef {(to: Parameters<typeof changeSource>[1]) => Promise<unknown>} SourceChange */

/** @type {Record<Source['kind'], (change: SourceChange) => OriginPart>} */
const originParts = { feed: addressPart, caldav: accountPart, google: googlePart };

/**
 * @param {HTMLElement} head The element below which the origin is shown, once its kind is known.
 * @param {SourceChange} change
 */
function originBelow(head, change) {
  /** @type {OriginPart | null} */
  let part = null;
  return {
    /** @type {GoogleAccount[]} */
    googleAccounts: [],
    /** @param {Source} source */
    show(source) {
      if (!part) {
        part = originParts[source.kind](change);
        head.after(...part.elements);
      }
      part.show(source, this.googleAccounts);
    },
  };
}
