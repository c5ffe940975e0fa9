import { readStorage } from '../../api/storage.js';
import { fieldRow } from '../../components/form/field-row.js';
import { StorageNote } from '../../components/storage-note.js';
import { t } from '../../i18n/strings.js';

/**
 * The field for an event's calendar, with a line that warns if the chosen calendar has little or no
 * room.
 *
 * @param {Agenda} agenda @param {ChoiceField} choice
 * @param {string} [present] The calendar that the event is already in.
 */
export function calendarField(agenda, choice, present) {
  const note = new StorageNote();
  const look = () => {
    const group = agenda.calendars.get(choice.value)?.group;
    const needsRoom = choice.value !== present && !agenda.outage;
    const name = agenda.people.groups.get(group ?? '')?.name;
    void note.show(needsRoom ? readStorage(group) : null, name);
  };
  choice.addEventListener('change', look);
  look();
  return [fieldRow('calendar', t('calendar'), choice), note.element];
}
