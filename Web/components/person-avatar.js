import { element } from '../dom/element.js';
import { initialsOf } from '../i18n/calendar-owners.js';

/**
 * A person in small: initials in their colour, and over them the picture once it is there, in the
 * same place.
 *
 * @param {{ name: string, picture?: string }} person @param {'avatar' | 'initials'} [kind]
 * @returns {HTMLElement} Nothing for the ear: the name stands beside it.
 */
export function face({ name, picture }, kind = 'initials') {
  const made = element('span', {
    class: `${kind} face`,
    'aria-hidden': 'true',
    text: initialsOf(name),
  });
  if (!picture) return made;
  const image = element('img', {
    src: picture,
    alt: '',
    onload: () => {
      image.hidden = false;
    },
  });
  // One that was shown a moment ago is there already, and does not flicker when a list is drawn
  // anew.
  image.hidden = !(image.complete && image.naturalWidth > 0);
  made.append(image);
  return made;
}
