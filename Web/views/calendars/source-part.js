import { changeSource, readSources, refreshSource } from '../../api/sources.js';
import { field, toggle } from '../../components/form/field.js';
import { button } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { sourceProblem, sourceState } from './source-state.js';

/**
 * Where a subscribed calendar is read from: the address, when it was read, and what to do about it.
 *
 * @param {string} calendar
 * @returns {HTMLElement}
 */
export function sourcePart(calendar) {
  const address = element('input', {
    type: 'text',
    inputmode: 'url',
    maxlength: 2000,
    spellcheck: false,
    dir: 'ltr',
    onchange: () => run(() => moved(address.value.trim())),
  });
  /** @param {string} to Where it is from now on. */
  const moved = async (to) => {
    state.textContent = t('readingSource');
    await changeSource(calendar, { address: to });
    return refreshSource(calendar);
  };
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const state = element('p', { class: 'hint', role: 'status' });
  const show = (/** @type {Source} */ source) => {
    address.value = source.address ?? '';
    state.textContent = sourceState(source);
    reminders.input.checked = source.reminders;
    paused.input.checked = source.paused;
    refresh.disabled = source.paused;
  };
  const run = async (/** @type {() => Promise<Source>} */ work) => {
    problem.textContent = '';
    try {
      show(await work());
    } catch (error) {
      state.textContent = '';
      problem.textContent = sourceProblem(error);
    }
  };
  const refresh = /** @type {HTMLButtonElement} */ (
    button(t('refreshNow'), async () => {
      state.textContent = t('readingSource');
      refresh.disabled = true;
      await run(() => refreshSource(calendar));
      refresh.disabled = false;
    })
  );
  const reminders = toggle(t('sourceReminders'), false, (isOn) =>
    run(async () => {
      await changeSource(calendar, { reminders: isOn });
      return refreshSource(calendar);
    }),
  );
  const paused = toggle(t('pauseSource'), false, (isOn) =>
    run(() => changeSource(calendar, { paused: isOn })),
  );
  void run(async () => {
    const source = (await readSources()).find((each) => each.calendar === calendar);
    if (!source) throw new Error(t('sourceGone'));
    return source;
  });
  return element(
    'section',
    { class: 'setting-part' },
    element('h3', { text: t('comesFrom') }),
    field(t('sourceAddress'), address),
    problem,
    state,
    element('div', { class: 'form-links' }, refresh),
    reminders,
    paused,
  );
}
