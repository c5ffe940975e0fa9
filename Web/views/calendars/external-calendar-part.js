import {
  changeExternalCalendar,
  readExternalCalendars,
  refreshExternalCalendar,
} from '../../api/external-calendars.js';
import { toggle } from '../../components/form/field.js';
import { fieldRow } from '../../components/form/field-row.js';
import { button } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { pause } from '../../dom/frames.js';
import { t } from '../../i18n/strings.js';
import { accountPart } from './account-part.js';
import { isOfAccount } from './external-accounts.js';
import { externalCalendarProblem, externalCalendarState } from './external-calendar-state.js';
import { googlePart } from './google/google-part.js';

/** How often a reading under way is looked at. */
const lookMs = 1000;

/**
 * The address or account that a calendar comes from.
 *
 * @typedef {{
 *   elements: HTMLElement[],
 *   show: (source: ExternalCalendar, googleAccounts: GoogleAccount[]) => void,
 * }} OriginPart
 */

/**
 * The source of a calendar: its address or account, when it was read, and what to do about it.
 *
 * @param {string} calendar
 * @returns {HTMLElement & { source: () => ExternalCalendar | null, settled: () => Promise<boolean> }}
 *   `source` returns what is known so far, and `settled` whether the last change succeeded.
 */
export function externalCalendarPart(calendar) {
  /** @type {ExternalCalendar | null} */
  let known = null;
  const change = (/** @type {Parameters<typeof changeExternalCalendar>[1]} */ to) =>
    run(async () => {
      state.textContent = t('readingSource');
      await changeExternalCalendar(calendar, to);
      return refreshExternalCalendar(calendar);
    });
  const head = element('h3', { text: t('comesFrom') });
  const origin = originBelow(head, change);
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const state = element('p', { class: 'hint', role: 'status' });
  const show = (/** @type {ExternalCalendar} */ source) => {
    known = source;
    origin.show(source);
    state.textContent = externalCalendarState(source);
    // The events of an account are the user's own, so their reminders are always kept.
    reminderRow.hidden = isOfAccount(source);
    reminders.input.checked = source.reminders;
    paused.input.checked = source.paused;
    refresh.disabled = source.paused;
    if (source.reading) void follow(last);
  };
  /**
   * Shows how far a reading is that the server has begun by itself, until it ends or something else
   * is done.
   *
   * @param {Promise<boolean>} work What was done last.
   */
  const follow = async (work) => {
    await pause(lookMs);
    const { sources } = await readExternalCalendars().catch(() => ({ sources: [] }));
    if (work !== last || !section.isConnected) return;
    const source = sources.find((each) => each.calendar === calendar);
    if (source) state.textContent = externalCalendarState((known = source));
    if (!source || source.reading) void follow(work);
  };
  let last = Promise.resolve(true);
  const run = (/** @type {() => Promise<ExternalCalendar>} */ work) => {
    problem.textContent = '';
    last = work().then(
      (source) => {
        show(source);
        return true;
      },
      (error) => {
        state.textContent = '';
        problem.textContent = externalCalendarProblem(error, known?.kind);
        return false;
      },
    );
    return last;
  };
  const refresh = /** @type {HTMLButtonElement} */ (
    button(t('refreshNow'), async () => {
      state.textContent = t('readingSource');
      refresh.disabled = true;
      await run(() => refreshExternalCalendar(calendar));
      refresh.disabled = paused.input.checked;
    })
  );
  const reminders = toggle(t('sourceReminders'), false, (isOn) => change({ reminders: isOn }));
  const reminderRow = fieldRow('bell', t('sourceReminders'), reminders);
  reminderRow.hidden = true;
  const paused = toggle(t('pauseSource'), false, (isOn) =>
    run(() => changeExternalCalendar(calendar, { paused: isOn })),
  );
  void run(async () => {
    const all = await readExternalCalendars();
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

/** @param {string} calendar @param {ExternalCalendar[]} sources */
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
    show: (/** @type {ExternalCalendar} */ source) => {
      address.value = source.address ?? '';
    },
  };
}

/** @typedef {(to: Parameters<typeof changeExternalCalendar>[1]) => Promise<unknown>} ExternalCalendarChange */

/** @type {Record<ExternalCalendar['kind'], (change: ExternalCalendarChange) => OriginPart>} */
const originParts = { feed: addressPart, caldav: accountPart, google: googlePart };

/**
 * @param {HTMLElement} head The element below which the origin is shown, once its kind is known.
 * @param {ExternalCalendarChange} change
 */
function originBelow(head, change) {
  /** @type {OriginPart | null} */
  let part = null;
  return {
    /** @type {GoogleAccount[]} */
    googleAccounts: [],
    /** @param {ExternalCalendar} source */
    show(source) {
      if (!part) {
        part = originParts[source.kind](change);
        head.after(...part.elements);
      }
      part.show(source, this.googleAccounts);
    },
  };
}
