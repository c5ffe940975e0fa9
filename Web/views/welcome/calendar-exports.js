import { openSideCard } from '../../components/side-card.js';
import { element, tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';

/** @type {{ name: string, steps: Message[] }[]} */
const programs = [
  { name: 'Google Calendar', steps: ['googleStep1', 'googleStep2', 'googleStep3'] },
  { name: 'Outlook.com', steps: ['outlookWebStep1', 'outlookWebStep2', 'outlookWebStep3'] },
  { name: 'Outlook for Windows', steps: ['outlookStep1', 'outlookStep2'] },
  { name: 'Apple Calendar', steps: ['appleStep1', 'appleStep2'] },
];

/** Says where other calendars export their events, and asks for the exported files. */
export function openCalendarExports() {
  const choose = element('button', {
    type: 'button',
    class: 'primary',
    text: t('chooseFiles'),
    onclick: () => {
      close();
      tell(document, 'command', { name: 'import' });
    },
  });
  const { close } = openSideCard({
    title: t('bringCalendars'),
    foot: [choose],
    body: [
      element(
        'div',
        { class: 'event-form rows exports' },
        element('p', { class: 'hint', text: t('exportsLead') }),
        element('h3', { text: t('whereIsMyCalendar') }),
        ...programs.map(({ name, steps }, index) =>
          element(
            'details',
            { name: 'exports', open: index === 0 },
            element('summary', { text: name }),
            element('ol', {}, ...steps.map((step) => element('li', { text: t(step) }))),
          ),
        ),
      ),
    ],
  });
  choose.focus();
}
