import { confirmChoice } from '../../components/confirm-dialog.js';
import { choiceField } from '../../components/form/choice-field.js';
import { colorPicker } from '../../components/form/color-picker.js';
import { DateField } from '../../components/form/date-field.js';
import { fieldRow } from '../../components/form/field-row.js';
import { openDialog } from '../../components/modal-dialog.js';
import { openSideCard } from '../../components/side-card.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { addDays, dayNumber } from '../../time/civil-date.js';
import { effectSentence } from './selection-words.js';

/**
 * The selected events, and what is done with them. `events` are those that may change, if any.
 *
 * @typedef {{ agenda: Agenda, keys: string[], events: EventDetail[], run: (action: SelectionAction)
 *   => void, effectOf: (action: SelectionAction) => SelectionEffect }} Selected
 */

/**
 * @param {'shift' | 'copy'} what
 * @param {Selected} selected
 */
export function openShiftDialog(what, selected) {
  const { events, keys } = selected;
  const [first = ''] = events.map(({ start }) => start.slice(0, 10)).sort();
  const date = new DateField({ label: t('firstDate'), value: first });
  const by = (/** @type {Message} */ label, /** @type {number} */ days) =>
    element('button', {
      type: 'button',
      class: 'quiet',
      text: t(label),
      onclick: () => date.pick(addDays(date.value || first, days)),
    });
  ask(
    {
      title: t(what === 'shift' ? 'moveTitle' : 'copyTitle', { n: keys.length }),
      label: t(what === 'shift' ? 'moveNow' : 'copyNow'),
      changes: ['change', 'input'],
      action: () => ({
        do: what,
        days: String(dayNumber(date.value || first) - dayNumber(first)),
        minutes: '0',
      }),
      controls: [
        fieldRow('calendar', t('firstDate'), date),
        element(
          'div',
          { class: 'selection-steps', role: 'group', 'aria-label': t('moveBy') },
          by('weekEarlier', -7),
          by('dayEarlier', -1),
          by('dayLater', 1),
          by('weekLater', 7),
        ),
      ],
    },
    selected,
  );
  date.input.focus();
}

/** @param {Selected} selected */
export function openCalendarChoice(selected) {
  const { agenda, events, keys } = selected;
  const list = agenda.calendarList;
  const other = list.find(({ id }) => events.some(({ calendar }) => calendar !== id)) ?? list[0];
  const choice = choiceField(
    list.map(({ id, name, color }) => [id, name, color]),
    other?.id ?? '',
  );
  ask(
    {
      title: t('putTitle', { n: keys.length }),
      label: t('moveNow'),
      changes: ['change'],
      action: () => ({ do: 'calendar', calendar: choice.value }),
      controls: [fieldRow('calendar', t('calendar'), choice)],
    },
    selected,
  );
  choice.focus();
}

/** @param {Selected} selected */
export function openColorChoice(selected) {
  const { events, keys } = selected;
  const [first] = events;
  const color = colorPicker({
    label: t('color'),
    value: first?.color ?? '',
    inherited: first?.calendarColor ?? '',
  });
  ask(
    {
      title: t('colorTitle', { n: keys.length }),
      label: t('colorNow'),
      changes: ['change'],
      action: () => ({ do: 'color', color: color.value }),
      controls: [fieldRow('color', t('color'), color)],
    },
    selected,
  );
  const radios = [...color.querySelectorAll('input')];
  (radios.find(({ checked }) => checked) ?? radios[0])?.focus();
}

/** @param {Selected} selected */
export async function askDeletion({ keys, effectOf, run }) {
  /** @type {SelectionAction} */
  const action = { do: 'delete' };
  const effect = effectOf(action);
  const title = t('deleteTitle', { n: effect.changed || keys.length });
  if (effect.changed === 0) {
    openDialog({
      title,
      body: [element('p', { class: 'dialog-text', text: effectSentence(action, effect) })],
    });
  } else if (await confirmChoice(title, effectSentence(action, effect), t('delete'), true)) {
    run(action);
  }
}

/**
 * Asks for what an action needs, and shows its effect as soon as something is chosen.
 *
 * @param {{ title: string, label: string, controls: HTMLElement[], changes: string[],
 *   action: () => SelectionAction }} question
 * @param {Selected} selected
 */
function ask({ title, label, controls, changes, action }, { agenda, effectOf, run }) {
  const sentence = element('p', { class: 'selection-sentence', role: 'status' });
  const go = element('button', {
    type: 'button',
    class: 'primary',
    text: label,
    onclick: () => {
      const chosen = action();
      if (effectOf(chosen).changed === 0) return;
      close();
      run(chosen);
    },
  });
  const update = () => {
    const chosen = action();
    const effect = effectOf(chosen);
    const calendar = chosen.do === 'calendar' ? agenda.calendars.get(chosen.calendar)?.name : '';
    sentence.textContent = effectSentence(chosen, effect, calendar);
    go.ariaDisabled = String(effect.changed === 0);
  };
  const form = element('div', { class: 'event-form rows' }, ...controls, sentence);
  for (const name of changes) form.addEventListener(name, update);
  const { close } = openSideCard({ title, foot: [go], body: [form] });
  update();
}
