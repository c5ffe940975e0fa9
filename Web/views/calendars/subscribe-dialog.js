import { addExternalCalendar } from '../../api/external-calendars.js';
import { colorPicker, freeColor } from '../../components/form/color-picker.js';
import { toggle } from '../../components/form/field.js';
import { fieldRow, rowProblem } from '../../components/form/field-row.js';
import { endForm, openFormCard } from '../../components/form/form-card.js';
import { button } from '../../components/setting-section.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { externalCalendarProblem } from './external-calendar-state.js';
import { sayProgress } from './reading-progress.js';

/**
 * Opens the form that subscribes to a calendar by its address.
 *
 * @param {Pick<EventModel, 'agenda'>} model @param {Notices} notices
 * @param {string} [given] An address to start with.
 */
export function openSubscribe({ agenda }, notices, given = '') {
  openFormCard(`subscribe-${given}`, () => subscribeForm(agenda, notices, given));
}

/** @param {Agenda} agenda @param {Notices} notices @param {string} given @returns {FormCard} */
function subscribeForm(agenda, notices, given) {
  const address = addressInput(given);
  const name = element('input', { type: 'text', maxlength: 200, autocomplete: 'off' });
  name.placeholder = t('itsOwnName');
  const used = [...agenda.ownCalendars, ...agenda.subscribedCalendars].map(({ color }) => color);
  const colors = colorPicker({ label: t('color'), value: freeColor(used) });
  const reminders = toggle(t('sourceReminders'), false);
  const problem = rowProblem(address);
  const said = element('p', { class: 'hint', role: 'status' });
  const save = element('button', { type: 'submit', class: 'primary', text: t('subscribeNow') });
  const check = () => {
    save.disabled = address.value.trim() === '';
  };
  const subscribe = async () => {
    if (save.disabled) return;
    problem.say('');
    said.textContent = t('readingSource');
    save.disabled = true;
    try {
      const adding = addExternalCalendar({
        address: address.value.trim(),
        color: colors.value,
        reminders: reminders.input.checked,
        ...(name.value.trim() ? { name: name.value.trim() } : {}),
      });
      sayProgress((text) => {
        said.textContent = text;
      }, adding);
      const { calendar, dropped } = await adding;
      agenda.apply({ ...calendar, type: 'calendar' });
      endForm(form);
      const text = t('subscribedTo', { name: calendar.name });
      notices.show(dropped > 0 ? `${text} ${t('sourceDropped', { n: dropped })}` : text);
    } catch (error) {
      said.textContent = '';
      problem.say(externalCalendarProblem(error));
      check();
      address.focus();
    }
  };
  /** @type {HTMLFormElement} */
  const form = element(
    'form',
    {
      class: 'event-form rows',
      novalidate: true,
      oninput: check,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void subscribe();
      },
    },
    element('p', { class: 'hint', text: t('subscribeHint') }),
    fieldRow('link', t('sourceAddress'), address, problem),
    fieldRow('calendar', t('name'), name),
    fieldRow('color', t('color'), colors),
    fieldRow('bell', t('sourceReminders'), reminders),
    said,
    ...otherWay(() => endForm(form)),
  );
  check();
  return {
    title: t('subscribe'),
    form,
    save,
    fields: [address, name, reminders.input],
    isTouched: () => address.value !== given,
    focus: () => address.focus(),
  };
}

/** @param {() => void} close @returns {HTMLElement[]} The way to calendars that need an account. */
const otherWay = (close) => [
  element('p', { class: 'hint', text: t('orConnect') }),
  element(
    'div',
    { class: 'form-links' },
    button(t('connectShort'), () => {
      close();
      tell(document, 'command', { name: 'connect' });
    }),
  ),
];

/** @param {string} value */
const addressInput = (value) =>
  element('input', {
    type: 'text',
    inputmode: 'url',
    required: true,
    maxlength: 2000,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
    dir: 'ltr',
    value,
    placeholder: 'example.org/club.ics',
  });
