import { addSource } from '../../api/sources.js';
import { colorPicker, freeColor } from '../../components/form/color-picker.js';
import { field, toggle } from '../../components/form/field.js';
import { askDiscard, openDialog } from '../../components/modal-dialog.js';
import { button } from '../../components/setting-section.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { sayProgress } from './reading-progress.js';
import { sourceProblem } from './source-state.js';

/**
 * The dialog that subscribes to a calendar by its address.
 *
 * @param {Pick<EventModel, 'agenda'>} model @param {Notices} notices
 * @param {string} [given] An address to start with.
 */
export function openSubscribe({ agenda }, notices, given = '') {
  const address = addressInput(given);
  const name = nameInput();
  const used = [...agenda.ownCalendars, ...agenda.subscribedCalendars].map(({ color }) => color);
  const colors = colorPicker({ label: t('color'), value: freeColor(used) });
  const reminders = toggle(t('sourceReminders'), false);
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const said = element('p', { class: 'hint', role: 'status' });
  const save = element('button', {
    type: 'submit',
    form: 'subscribe-form',
    class: 'primary',
    text: t('subscribeNow'),
  });
  const subscribe = async () => {
    problem.textContent = '';
    said.textContent = t('readingSource');
    save.disabled = true;
    try {
      const adding = addSource({
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
      close();
      const text = t('subscribedTo', { name: calendar.name });
      notices.show(dropped > 0 ? `${text} ${t('sourceDropped', { n: dropped })}` : text);
    } catch (error) {
      said.textContent = '';
      problem.textContent = sourceProblem(error);
      save.disabled = false;
      address.focus();
    }
  };
  const { close } = openDialog({
    title: t('subscribe'),
    body: [
      element(
        'form',
        {
          id: 'subscribe-form',
          class: 'event-form',
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void subscribe();
          },
        },
        element('p', { class: 'hint', text: t('subscribeHint') }),
        field(t('sourceAddress'), address),
        field(t('name'), name),
        field(t('color'), colors),
        reminders,
        problem,
        said,
        ...otherWay(() => close()),
      ),
    ],
    action: save,
    mayClose: () => address.value === given || askDiscard(),
  });
  address.focus();
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

const nameInput = () =>
  element('input', {
    type: 'text',
    maxlength: 200,
    autocomplete: 'off',
    placeholder: t('itsOwnName'),
  });
