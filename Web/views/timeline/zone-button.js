import { askZone } from '../../components/zone-dialog.js';
import { element } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { cityOf, zoneShortName } from '../../i18n/zone-names.js';
import { ViewerZone } from '../../state/viewer-zone.js';

/**
 * @param {string} date @param {Engine | null} [engine]
 * @returns {number[]} The instants of a day's 24 hours by the user's clock, in milliseconds.
 */
function hourInstants(date, engine) {
  return Array.from({ length: 24 }, (_, hour) => {
    const local = `${date}T${String(hour).padStart(2, '0')}:00:00`;
    return Date.parse(`${engine?.zoneTime(local, '', 'UTC') ?? local}Z`);
  });
}

/**
 * @param {Settings} settings
 * @returns {(date: string) => string} The city where the user is on a day; empty at home.
 */
export function citiesOf(settings) {
  if (settings.values.stays.length === 0) return () => '';
  const viewer = new ViewerZone(settings);
  return (date) => cityOf(viewer.stayOn(date)?.zone ?? '');
}

/**
 * The names of the zones above the hours. A press shows the hours of a second zone beside one's
 * own, or hides them. Which one is asked the first time only.
 */
export class ZoneButton {
  /** @type {Settings | null} */
  #settings = null;
  element = element('button', {
    type: 'button',
    class: 'zone-button',
    // The settings have it for keys: a view is one tab stop.
    tabindex: -1,
    onclick: () => this.#press(),
  });

  /**
   * @param {Settings} settings @param {string} date The day shown.
   * @param {import('./hour-gutter.js').HourGutter} gutter @param {Engine | null} [engine]
   */
  show(settings, date, gutter, engine) {
    gutter.show(hourInstants(date, engine), settings.values.secondZone);
    this.#settings = settings;
    const { secondZone } = settings.values;
    const zone = new ViewerZone(settings).on(date);
    this.element.replaceChildren(
      ...(secondZone ? [secondZone, zone] : [zone]).map((name) =>
        element('span', { text: zoneLabel(date, name) }),
      ),
    );
    this.element.ariaPressed = String(secondZone !== '');
    this.element.ariaLabel = this.element.title = secondZone
      ? t('hideSecondZone', { zone: cityOf(secondZone) })
      : t('showSecondZone');
  }

  #press() {
    const settings = this.#settings;
    if (!settings) return;
    const { secondZone, lastZone } = settings.values;
    const show = (/** @type {string} */ zone) =>
      settings.change({ secondZone: zone, lastZone: zone || secondZone });
    if (secondZone !== '') return show('');
    if (lastZone !== '') return show(lastZone);
    askZone(
      settings.values.stays.map(({ zone }) => zone),
      show,
    );
  }
}

/** A longer name doesn't fit above the hours. */
const cityMax = 9;

/** @param {string} date @param {string} name @returns {string} "CET", or "Tokyo" where that would be "GMT+9". */
function zoneLabel(date, name) {
  const short = zoneShortName(date, name);
  const city = cityOf(name);
  return /[+\u2212-]/.test(short) && city.length <= cityMax ? city : short;
}
