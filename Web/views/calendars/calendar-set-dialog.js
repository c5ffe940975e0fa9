import { exportSomePath } from '../../api/export-paths.js';
import { secretAddressRequests } from '../../api/secret-addresses.js';
import { askDiscard, openDialog } from '../../components/modal-dialog.js';
import { SecretAddresses } from '../../components/secret-addresses.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { clock } from '../../time/clock.js';

/**
 * @param {Agenda} agenda
 * @param {Settings} settings
 * @param {number | null} index The set to rename, update or delete; null saves a new one.
 * @param {(error: unknown) => string} explain Puts an error into words.
 */
export function openSetDialog(agenda, settings, index, explain) {
  const place = new SetPlace(settings, index);
  const known = place.set;
  const name = element('input', {
    type: 'text',
    required: true,
    maxlength: 100,
    value: known?.name ?? '',
    'aria-label': t('name'),
    placeholder: t('name'),
    autocomplete: 'off',
  });
  const put = (/** @type {Partial<CalendarSet> | null} */ change) => {
    close();
    place.put(change);
  };
  const form = element(
    'form',
    {
      class: 'jump',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const typed = name.value.trim();
        if (typed !== '') put({ name: typed, ...(known ? {} : { calendars: agenda.shownIDs }) });
      },
    },
    name,
    element('button', { type: 'submit', class: 'primary', text: t('save') }),
  );
  const { close } = openDialog({
    title: t(known ? 'set' : 'saveSet'),
    mayClose: () => name.value === (known?.name ?? '') || askDiscard(),
    body: [
      form,
      element('p', { class: 'dialog-text', text: t('setHint') }),
      ...(known ? [secretAddresses(() => place.id, explain)] : []),
    ],
    foot: known
      ? [
          element('button', {
            type: 'button',
            class: 'danger',
            text: t('deleteSet'),
            onclick: () => put(null),
          }),
          ...exportLink(agenda, known),
          element('button', {
            type: 'button',
            class: 'quiet',
            text: t('renewSet'),
            onclick: () => put({ calendars: agenda.shownIDs }),
          }),
        ]
      : [],
  });
  name.focus();
}

/** The place of a set in the list of the settings; a new set has none yet. */
class SetPlace {
  #settings;
  #index;

  /** @param {Settings} settings @param {number | null} index */
  constructor(settings, index) {
    this.#settings = settings;
    this.#index = index;
  }

  get set() {
    return this.#index === null ? null : (this.#settings.values.sets[this.#index] ?? null);
  }

  /** @returns {string} The id of the set, which gets one at the first call. */
  get id() {
    const id = this.set?.id ?? clock.uid().replaceAll('-', '');
    if (!this.set?.id) this.put({ id });
    return id;
  }

  /** @param {Partial<CalendarSet> | null} change What to change of the set; null deletes it. */
  put(change) {
    const { sets } = this.#settings.values;
    const old = this.set;
    const set = change && { name: '', calendars: [], ...old, ...change };
    this.#settings.change({
      sets: old
        ? sets.flatMap((other, place) => (place === this.#index ? (set ?? []) : other))
        : [...sets, ...(set ? [set] : [])],
    });
  }
}

/** @param {() => string} id @param {(error: unknown) => string} explain */
const secretAddresses = (id, explain) =>
  element(
    'div',
    { class: 'event-form' },
    new SecretAddresses('set', id, secretAddressRequests, explain).element,
  );

/**
 * @param {Agenda} agenda
 * @param {CalendarSet} set A set, some of whose calendars may have been deleted since.
 */
function exportLink(agenda, { name, calendars }) {
  const known = calendars.filter((id) => agenda.calendars.has(id));
  if (known.length === 0) return [];
  return [
    element('a', {
      class: 'quiet',
      href: exportSomePath(known, name),
      download: `${name}.ics`,
      text: t('exportFile'),
    }),
  ];
}
