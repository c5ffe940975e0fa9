import { element } from '../dom/element.js';
import { initialsOf } from '../i18n/calendar-owners.js';

/**
 * A person's avatar: initials in their colour, and the picture over them once it has loaded.
 *
 * @param {{ name: string, picture?: string }} person @param {'avatar' | 'initials'} [kind]
 * @returns {HTMLElement} Hidden from screen readers, because the name is beside it.
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
  // A cached picture shows at once, so that it doesn't flicker when a list is redrawn.
  image.hidden = !(image.complete && image.naturalWidth > 0);
  made.append(image);
  return made;
}
