import { whenText } from './proposal-sheet.js';
import { openDialog } from '../../components/modal-dialog.js';
import { element } from '../../lib/dom.js';
import { initialsOf, nameOfPerson } from '../../lib/people.js';
import { ruleSentence } from '../../lib/rule-sentence.js';
import { t } from '../../lib/strings.js';

/** @param {Agenda} agenda @param {EventDetail} event A fellow member's, to be read. */
export function openOthersEvent(agenda, event) {
  const name = nameOfPerson(event.person ?? '');
  const said = event.repeatText && agenda.engine?.ruleTimes(event.start, '', event.repeatText, 0);
  const lines = [whenText(event), said ? ruleSentence(said, document.documentElement.lang) : '', event.location, event.notes].filter(Boolean);
  openDialog({
    title: event.title || t(event.level === 'busy' ? 'busyTime' : 'untitled'), kind: 'sheet',
    body: [element('div', { class: 'others-event', 'data-color': event.calendarColor },
      element('p', { class: 'others-owner' }, element('span', { class: 'initials', 'aria-hidden': 'true', text: initialsOf(name) }), t('eventOf', { name })),
      ...lines.map((text) => element('p', { class: 'dialog-text', dir: 'auto', text })),
      event.level === 'busy' ? element('p', { class: 'dialog-text', text: t('busyOnly', { name }) }) : null)],
  });
}
