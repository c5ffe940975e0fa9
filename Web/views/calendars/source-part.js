import { changeSource, readSources, refreshSource } from '../../api/sources.js';
import { field, toggle } from '../../components/form/field.js';
import { button } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { accountPart } from './account-part.js';
import { sourceProblem, sourceState } from './source-state.js';

/**
 * Where a calendar comes from: its address or account, when it was read, and what to do about it.
 *
 * @param {string} calendar
 * @returns {HTMLElement & { source: () => Source | null, settled: () => Promise<boolean> }} With what
 *   is known of it by now, and whether the last change went well, once that is known.
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
  /** @type {ReturnType<typeof accountPart> | null} Made when it's known what is needed. */
  let place = null;
  const head = element('h3', { text: t('comesFrom') });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const state = element('p', { class: 'hint', role: 'status' });
  const show = (/** @type {Source} */ source) => {
    known = source;
    if (!place) {
      place = source.kind === 'caldav' ? accountPart(change) : addressPart(change);
      head.after(...place.elements);
    }
    place.show(source);
    state.textContent = sourceState(source);
    // An account's events come with theirs: they're the user's own.
    reminders.hidden = source.kind === 'caldav';
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
  reminders.hidden = true;
  const paused = toggle(t('pauseSource'), false, (isOn) =>
    run(() => changeSource(calendar, { paused: isOn })),
  );
  void run(() => sourceOf(calendar));
  const section = element(
    'section',
    { class: 'setting-part' },
    head,
    problem,
    state,
    element('div', { class: 'form-links' }, refresh),
    reminders,
    paused,
  );
  return Object.assign(section, { source: () => known, settled: () => last });
}

/** @param {string} calendar */
async function sourceOf(calendar) {
  const source = (await readSources()).find((each) => each.calendar === calendar);
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
    elements: [field(t('sourceAddress'), address)],
    show: (/** @type {Source} */ source) => {
      address.value = source.address ?? '';
    },
  };
}
