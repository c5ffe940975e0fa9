import { element } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { iconButton } from './icon-button.js';

/**
 * A sentence about what a part of the side panel is for, while there's nothing in it. It can be sent
 * away for good.
 *
 * @param {{ name: string, part: string, text: string, settings: Settings | null }} hint `name` tells
 *   the hints apart, `part` is the heading above it.
 * @returns {HTMLElement | ''}
 */
export function sideHint({ name, part, text, settings }) {
  const mark = `hint ${name}`;
  const sentAway = settings?.values.sentAway ?? [];
  if (sentAway.includes(mark)) return '';
  const hint = element(
    'div',
    { class: 'side-hint' },
    element('p', { text }),
    iconButton(
      'close',
      t('hideHint', { part }),
      () => {
        settings?.change({ sentAway: [...settings.values.sentAway, mark] });
        hint.previousElementSibling?.querySelector('button')?.focus();
        hint.remove();
      },
      { 'data-for': mark },
    ),
  );
  return hint;
}
