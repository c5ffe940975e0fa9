import { fieldSettings } from '../../components/form/field-settings.js';
import { firstInFigures } from '../../i18n/reading/own-words.js';
import { quickLanguage } from './quick-language.js';

/** The words before a day or a time, in the languages of quick add. */
const leads = {
  en: { date: 'on', time: 'at' },
  de: { date: 'am', time: 'um' },
};

/**
 * Lets date and time fields read phrases as quick add does.
 *
 * @param {Agenda} agenda @param {Settings} settings
 * @param {AbortSignal} signal When it aborts, the fields no longer use the agenda.
 */
export function setUpFields(agenda, settings, signal) {
  const before = { ...fieldSettings };
  signal.addEventListener('abort', () => Object.assign(fieldSettings, before));
  fieldSettings.today = () => agenda.today;
  fieldSettings.firstWeekday = () => settings.firstWeekday;
  fieldSettings.lead = (wanted) => leads[quickLanguage()][wanted];
  fieldSettings.read = (phrase) => {
    try {
      return agenda.engine?.quickAdd(phrase, firstInFigures(), quickLanguage()) ?? null;
    } catch (error) {
      console.warn(error);
      return null;
    }
  };
}
