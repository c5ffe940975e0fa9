import { exportSomePath } from '../../api/export-paths.js';
import { secretAddressRequests } from '../../api/secret-addresses.js';
import { fieldRow } from '../../components/form/field-row.js';
import { endForm, openFormCard } from '../../components/form/form-card.js';
import { nameLine } from '../../components/form/name-line.js';
import { SecretAddresses } from '../../components/secret-addresses.js';
import { button } from '../../components/setting-section.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { clock } from '../../time/clock.js';

/**
 * Opens the form for a set.
 *
 * @param {Agenda} agenda
 * @param {Settings} settings
 * @param {number | null} index The set to rename, update or delete; null saves a new one.
 * @param {(error: unknown) => string} explain Puts an error into words.
 */
export function openSetDialog(agenda, settings, index, explain) {
  const place = new SetPlace(settings, index);
  openFormCard(index === null ? 'new-set' : `set-${index}`, () => setForm(agenda, place, explain));
}

/**
 * @param {Agenda} agenda @param {SetPlace} place @param {(error: unknown) => string} explain
 * @returns {FormCard}
 */
function setForm(agenda, place, explain) {
  const known = place.set;
  const { line, input: name } = nameLine(known?.name ?? '', { maxlength: 100 });
  const save = element('button', { type: 'submit', class: 'primary', text: t('save') });
  const check = () => {
    save.disabled = name.value.trim() === '';
  };
  const put = (/** @type {Partial<CalendarSet> | null} */ change) => {
    endForm(form);
    place.put(change);
  };
  const form = element(
    'form',
    {
      class: 'rows inner',
      novalidate: true,
      oninput: check,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const typed = name.value.trim();
        if (typed !== '') put({ name: typed, ...(known ? {} : { calendars: agenda.shownIDs }) });
      },
    },
    line,
    element('p', { class: 'hint', text: t('setHint') }),
    ...(known
      ? [
          fieldRow(
            'eye',
            t('renewSet'),
            button(t('renewSet'), () => put({ calendars: agenda.shownIDs })),
          ),
          ...exportRow(agenda, known),
        ]
      : []),
  );
  check();
  return {
    title: t(known ? 'set' : 'saveSet'),
    form,
    body: [
      element(
        'div',
        { class: 'event-form rows titled' },
        form,
        known && new SecretAddresses('set', () => place.id, secretAddressRequests, explain).element,
      ),
    ],
    foot: known ? [button(t('deleteSet'), () => put(null), 'danger')] : [],
    save,
    fields: [name],
    isTouched: () => name.value !== (known?.name ?? ''),
    focus: () => name.focus(),
  };
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

/**
 * @param {Agenda} agenda
 * @param {CalendarSet} set A set, some of whose calendars may have been deleted since.
 */
function exportRow(agenda, { name, calendars }) {
  const known = calendars.filter((id) => agenda.calendars.has(id));
  if (known.length === 0) return [];
  const link = element('a', {
    class: 'quiet',
    href: exportSomePath(known, name),
    download: `${name}.ics`,
    text: t('exportFile'),
  });
  return [fieldRow('download', t('exportFile'), link)];
}
