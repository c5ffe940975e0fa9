import { changeSource, readSources, refreshSource } from '../../api/sources.js';
import { toggle } from '../../components/form/field.js';
import { button } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { sourceState } from './source-state.js';

/**
 * Where a subscribed calendar is read from: the address, when it was read, and what to do about it.
 *
 * @param {string} calendar
 * @param {(error: unknown) => void} refuse Shows what went wrong.
 * @returns {HTMLElement}
 */
export function sourcePart(calendar, refuse) {
  const address = element('p', { class: 'source-address', dir: 'ltr' });
  const state = element('p', { class: 'hint', role: 'status' });
  const show = (/** @type {Source} */ source) => {
    address.textContent = source.address ?? '';
    state.textContent = sourceState(source);
    reminders.input.checked = source.reminders;
    paused.input.checked = source.paused;
    refresh.disabled = source.paused;
  };
  const run = async (/** @type {() => Promise<Source>} */ work) => {
    try {
      show(await work());
    } catch (error) {
      refuse(error);
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
    address,
    state,
    element('div', { class: 'form-links' }, refresh),
    reminders,
    paused,
  );
}
