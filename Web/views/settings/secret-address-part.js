import { secretAddressRequests } from '../../api/secret-addresses.js';
import { drawnInOrder } from '../../components/drawn-in-order.js';
import { choiceField } from '../../components/form/choice-field.js';
import { field } from '../../components/form/field.js';
import { openDialog } from '../../components/modal-dialog.js';
import {
  askRevocation,
  SecretAddresses,
  secretAddressEntry,
} from '../../components/secret-addresses.js';
import { button, part, renewNear, runner } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';

/**
 * All secret addresses that the user may revoke, and a row to make one for a calendar.
 *
 * @param {Pick<EventModel, 'agenda' | 'settings'>} model
 */
export function secretAddressPart({ agenda, settings }) {
  const list = element('ul', { class: 'entries' });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const said = element('p', { class: 'hint', role: 'status' });
  const run = runner(problem, said, explain);
  /** @param {SecretAddress} address @returns {string} The name of what it shares. */
  const subjectOf = ({ calendar = '', set, group = '' }) =>
    agenda.calendars.get(calendar)?.name ??
    agenda.people.groups.get(group)?.name ??
    settings.values.sets.find(({ id }) => id === set)?.name ??
    '';
  const show = drawnInOrder(secretAddressRequests.read, (addresses) => {
    const entries = addresses.map((address) =>
      secretAddressEntry(address, () => void revoke(address), subjectOf(address)),
    );
    renewNear(list, ...entries);
    if (entries.length === 0) said.textContent = t('noSecretAddresses');
  });
  const revoke = async (/** @type {SecretAddress} */ { id, name }) => {
    if (!(await askRevocation(name))) return;
    await run(async () => {
      await secretAddressRequests.revoke(id);
      await show();
    }, t('secretAddressRevoked'));
  };
  // Nothing was asked for, so nothing may move or call.
  void show().catch((error) => {
    said.textContent = explain(error);
  });
  return part(
    'secretAddresses',
    element('p', { class: 'hint', text: t('secretAddressesHint') }),
    list,
    problem,
    said,
    agenda.ownCalendars.length > 0
      ? newAddressRow(agenda.ownCalendars, () => void run(show))
      : null,
  );
}

/**
 * @param {Calendar[]} calendars @param {() => void} closed Called after the dialog, in which an
 *   address may have been made.
 */
function newAddressRow(calendars, closed) {
  const calendar = choiceField(
    calendars.map(({ id, name, color }) => [id, name, color]),
    calendars[0]?.id ?? '',
  );
  const open = () => {
    const { value: id } = calendar;
    const addresses = new SecretAddresses('calendar', () => id, secretAddressRequests, explain);
    addresses.element.open = true;
    openDialog({
      title: calendars.find((each) => each.id === id)?.name ?? '',
      body: [element('div', { class: 'event-form' }, addresses.element)],
      closed,
    });
    addresses.element.querySelector('input')?.focus();
  };
  return field(t('newSecretAddress'), calendar, button(t('createSecretAddress'), open));
}
