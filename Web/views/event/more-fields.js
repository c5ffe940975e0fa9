import { choiceField } from '../../components/form/choice-field.js';
import { colorPicker } from '../../components/form/color-picker.js';
import { toggle } from '../../components/form/field.js';
import { fieldRow } from '../../components/form/field-row.js';
import { segments } from '../../components/form/segments.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { usualBusy } from './event-draft.js';
import { TagField } from './tag-field.js';

/** The fields that most events don't need, collapsed unless the event uses one of them. */
export class MoreFields {
  element;
  #color;
  #url;
  #busy;
  #showAs;
  #isBusyChosen = false;
  #allDay;
  #private;
  #status;
  #tags;

  /** @param {Draft} typed @param {string} calendarColor @param {HTMLElement} zone */
  constructor(typed, calendarColor, zone) {
    this.#color = colorPicker({ label: t('color'), value: typed.color, inherited: calendarColor });
    this.#url = element('input', {
      type: 'url',
      value: typed.url,
      autocomplete: 'off',
      inputmode: 'url',
      placeholder: t('link'),
    });
    this.#busy = typed.busy;
    this.#allDay = typed.allDay;
    this.#showAs = segments({
      name: 'show-as',
      label: t('showAs'),
      options: [
        ['1', t('busy')],
        ['0', t('free')],
      ],
      value: typed.busy,
      choose: (value) => {
        this.#busy = value;
        this.#isBusyChosen = true;
      },
    });
    this.#private = toggle(t('private'), typed.private === '1');
    this.#status = choiceField(
      [
        ['confirmed', t('confirmed')],
        ['tentative', t('statusTentative')],
        ['cancelled', t('statusCancelled')],
      ],
      typed.status,
    );
    this.#tags = new TagField(typed.categories);
    const isUsed =
      [typed.color, typed.url, typed.categories, typed.zone].some((text) => text !== '') ||
      (typed.busy === '0' && typed.allDay !== '1') ||
      typed.private === '1' ||
      typed.status !== 'confirmed';
    this.element = element(
      'details',
      { class: 'more-fields', open: isUsed },
      element('summary', { text: t('moreFields') }),
      element(
        'div',
        { class: 'rows inner' },
        fieldRow('zone', t('timeZone'), zone),
        fieldRow('color', t('color'), this.#color),
        fieldRow('busy', t('showAs'), this.#showAs),
        fieldRow('status', t('status'), this.#status),
        fieldRow('tag', t('categories'), this.#tags.element),
        fieldRow('link', t('link'), this.#url, this.#openLink(typed.url)),
        fieldRow('lock', t('privacy'), this.#private),
      ),
    );
  }

  /** @param {string} color The calendar's colour. */
  set inherited(color) {
    this.#color.inherited = color;
  }

  /** @param {boolean} isAllDay Whether a new event takes whole days. */
  set allDay(isAllDay) {
    const [before, allDay] = [this.#allDay, isAllDay ? '1' : '0'];
    this.#allDay = allDay;
    if (this.#isBusyChosen || this.#busy !== usualBusy(before)) return;
    this.#busy = usualBusy(allDay);
    for (const input of this.#showAs.querySelectorAll('input'))
      input.checked = input.value === this.#busy;
  }

  get typed() {
    return {
      color: this.#color.value,
      url: this.#url.value.trim(),
      busy: this.#busy,
      private: this.#private.input.checked ? '1' : '0',
      status: this.#status.value,
      categories: this.#tags.value,
    };
  }

  /**
   * @param {string} url
   * @returns {HTMLElement} A link that opens it; hidden unless it's http(s), mailto or tel.
   */
  #openLink(url) {
    const target = /^(https?|mailto|tel):/i.test(url) ? url : '';
    return element('a', {
      class: 'link-way',
      href: target || null,
      hidden: target === '',
      rel: 'noreferrer',
      target: '_blank',
      text: t('openLink'),
    });
  }
}
