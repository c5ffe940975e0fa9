import { exportPath } from '../../api/export-paths.js';
import { secretAddressRequests } from '../../api/secret-addresses.js';
import { colorPicker, freeColor } from '../../components/form/color-picker.js';
import { toggle } from '../../components/form/field.js';
import { fieldRow } from '../../components/form/field-row.js';
import { endForm, openFormCard } from '../../components/form/form-card.js';
import { nameLine } from '../../components/form/name-line.js';
import { ask } from '../../components/modal-dialog.js';
import { SecretAddresses } from '../../components/secret-addresses.js';
import { button } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import {
  addCalendar,
  bringBackCalendar,
  editCalendar,
  removeCalendar,
} from '../../state/calendar-changes.js';
import { hostName, isOfAccount } from './external-accounts.js';
import { externalCalendarPart } from './external-calendar-part.js';

/**
 * Opens the form for a new calendar, or for changing, exporting and deleting one.
 *
 * @param {EventModel} model
 * @param {Notices} notices
 * @param {string} id The id of the calendar; any other for a new one.
 * @param {(error: unknown) => string} explain Puts an error into words.
 */
export function openCalendarDialog(model, notices, id, explain) {
  const calendar = model.agenda.calendars.get(id) ?? null;
  openFormCard(calendar ? `calendar-${id}` : 'new-calendar', () =>
    calendarForm(model, notices, calendar, explain),
  );
}

/**
 * @param {EventModel} model
 * @param {Notices} notices
 * @param {ListedCalendar | null} calendar
 * @param {(error: unknown) => string} explain
 * @returns {FormCard}
 */
function calendarForm({ agenda, edits }, notices, calendar, explain) {
  let color = calendar?.color ?? freeColor(agenda.ownCalendars.map((other) => other.color));
  const { line, input: name } = nameLine(calendar?.name ?? '');
  const colors = colorPicker({ label: t('color'), value: color });
  const origin = calendar?.isElsewhere ? externalCalendarPart(calendar.id) : null;
  const standard = toggle(t('defaultCalendar'), calendar?.default ?? false);
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const save = element('button', { type: 'submit', class: 'primary', text: t('save') });
  const check = () => {
    save.disabled = name.value.trim() === '';
  };
  const refuse = (/** @type {unknown} */ error) => {
    problem.textContent = explain(error);
    check();
  };
  const run = async (/** @type {() => Promise<unknown>} */ work) => {
    save.disabled = true;
    try {
      await work();
      endForm(form);
    } catch (error) {
      refuse(error);
    }
  };
  const form = element(
    'form',
    {
      class: 'rows inner',
      novalidate: true,
      oninput: check,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const chosen = { name: name.value.trim(), color: colors.value };
        if (chosen.name === '') return;
        const toDefault = standard.input.checked && !calendar?.default ? { default: true } : {};
        const store = async () => {
          const known = calendar ?? (await addCalendar(agenda, chosen));
          if (calendar || toDefault.default)
            await editCalendar(agenda, known, { ...chosen, ...toDefault });
        };
        // The press on Save may also have ended the typing of another address, which may be
        // refused.
        const settled = origin?.settled() ?? Promise.resolve(true);
        void settled.then((isWell) => void (isWell && run(store)));
      },
    },
    line,
    problem,
    fieldRow('color', t('color'), colors),
    origin ? null : fieldRow('star', t('defaultCalendar'), standard),
    origin,
    ...(calendar ? ways(agenda, calendar, run) : []),
  );
  const recolor = async () => {
    color = colors.value;
    if (calendar) await editCalendar(agenda, calendar, { color });
  };
  // A colour takes effect at once, without Save.
  if (calendar) colors.addEventListener('color-picked', () => void recolor().catch(refuse));
  check();
  return {
    title: t(calendar ? 'editCalendar' : 'newCalendar'),
    form,
    body: [
      element(
        'div',
        { class: 'event-form rows titled' },
        form,
        calendar && secretAddresses(calendar, explain),
      ),
    ],
    foot:
      calendar && (origin || agenda.ownCalendars.length > 1)
        ? [removalButton({ agenda, edits }, notices, calendar, run, origin)]
        : [],
    save,
    fields: [name, standard.input],
    isTouched: () =>
      name.value !== (calendar?.name ?? '') ||
      colors.value !== color ||
      standard.input.checked !== (calendar?.default ?? false),
    // On a touch screen the keyboard would cover what is known about the calendar.
    focus: () => {
      if (!calendar || matchMedia('(hover: hover)').matches) name.focus();
    },
  };
}

/**
 * @param {ListedCalendar} calendar @param {(error: unknown) => string} explain
 * @returns {HTMLElement | null} Null for a calendar from elsewhere, which can't be shared from
 *   here.
 */
const secretAddresses = (calendar, explain) =>
  calendar.isElsewhere
    ? null
    : new SecretAddresses('calendar', () => calendar.id, secretAddressRequests, explain).element;

/**
 * Deletes a calendar and offers to restore it.
 *
 * @param {Pick<EventModel, 'agenda' | 'edits'>} model @param {Notices} notices
 * @param {Calendar} calendar
 */
async function moveToBin({ agenda, edits }, notices, calendar) {
  await removeCalendar(agenda, calendar.id);
  notices.show(t('deleted', { title: calendar.name }), {
    label: t('undo'),
    run: edits.noteUndoable(() => bringBackCalendar(agenda, calendar.id, calendar)),
  });
}

/**
 * Removes a calendar that comes from elsewhere, after saying what happens to its events.
 *
 * @param {Agenda} agenda @param {Notices} notices @param {Calendar} calendar
 * @param {(work: () => Promise<unknown>) => Promise<void>} run
 * @param {ExternalCalendar | null} source
 */
async function unsubscribe(agenda, notices, { id, name, level }, run, source) {
  const isConnected = level === 'connected' || (source !== null && isOfAccount(source));
  const answer = await ask({
    title: t(isConnected ? 'removeHereTitle' : 'unsubscribeTitle', { name }),
    text: isConnected ? removalText(source) : t('unsubscribeText'),
    choices: [
      { value: 'cancel', label: t('cancel') },
      { value: 'remove', label: t(isConnected ? 'removeHere' : 'unsubscribe'), tone: 'danger' },
    ],
  });
  if (answer !== 'remove') return;
  await run(async () => {
    await removeCalendar(agenda, id);
    notices.show(t(isConnected ? 'removedHere' : 'unsubscribed', { name }));
  });
}

/**
 * @param {ExternalCalendar | null} source
 * @returns {string} What happens to a calendar of an account, and what is lost.
 */
function removalText(source) {
  const host = hostName(source?.host ?? '') || t('theOtherService');
  const waiting = source?.waiting ?? 0;
  const lost = waiting > 0 ? t('changesLost', { n: waiting }) : '';
  return `${t('removeHereText', { host })} ${lost}`.trim();
}

/** @type {Partial<Record<SightLevel, Message>>} */
const removalLabels = { subscribed: 'unsubscribe', connected: 'removeHere' };

/**
 * @param {Pick<EventModel, 'agenda' | 'edits'>} model @param {Notices} notices
 * @param {Calendar} calendar
 * @param {(work: () => Promise<unknown>) => Promise<void>} run
 * @param {ReturnType<typeof externalCalendarPart> | null} origin The part about its source, if it comes from
 *   elsewhere.
 */
function removalButton(model, notices, calendar, run, origin) {
  const remove = async () => {
    if (origin) return unsubscribe(model.agenda, notices, calendar, run, origin.source());
    const answer = await ask({
      title: t('deleteCalendarTitle', { name: calendar.name }),
      text: t('deleteCalendarText'),
      choices: [
        { value: 'cancel', label: t('cancel') },
        { value: 'delete', label: t('deleteCalendar'), tone: 'danger' },
      ],
    });
    if (answer === 'delete') await run(() => moveToBin(model, notices, calendar));
  };
  const label = t(removalLabels[calendar.level ?? 'own'] ?? 'deleteCalendar');
  const removal = button(label, remove, 'danger');
  // Even a read-only calendar may belong to an account.
  void origin?.settled().then(() => {
    const source = origin.source();
    if (source && isOfAccount(source)) removal.textContent = t('removeHere');
  });
  return removal;
}

/**
 * @param {Agenda} agenda @param {Calendar} calendar
 * @param {(work: () => Promise<unknown>) => Promise<void>} run
 * @returns {HTMLElement[]} The rows that show it alone and export it.
 */
const ways = (agenda, { id, name }, run) => [
  fieldRow(
    'eye',
    t('onlyThis'),
    button(t('onlyThis'), () => run(async () => agenda.showOnly([id]))),
  ),
  fieldRow(
    'download',
    t('exportFile'),
    element('a', {
      class: 'quiet',
      href: exportPath(id),
      download: `${name}.ics`,
      text: t('exportFile'),
    }),
  ),
];
