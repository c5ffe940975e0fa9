import { drawn } from './icons.js';

// The icons that the first view doesn't need.
const signs = {
  calendar: 'M4.5 5.5h11v10.5h-11zM4.5 8.5h11M7.5 3.5v3M12.5 3.5v3',
  edit: 'M4.2 15.8l.8-3.3 8-8 2.5 2.5-8 8zM11.3 6.2l2.5 2.5',
  copy: 'M7.5 7.5h8v8h-8zM12.5 7.5v-3h-8v8h3',
  trash: 'M4.5 6h11M8 6V4.2h4V6M6 6l.7 9.8h6.6L14 6M8.7 8.7v4.6M11.3 8.7v4.6',
  place:
    'M10 16.5c-3-3.1-4.6-5.5-4.6-7.9a4.6 4.6 0 0 1 9.2 0c0 2.4-1.6 4.8-4.6 7.9M10 6.9a1.7 1.7 0 1 0 0 3.4a1.7 1.7 0 0 0 0-3.4',
  person:
    'M10 4.3a2.7 2.7 0 1 0 0 5.4a2.7 2.7 0 0 0 0-5.4M4.6 15.8c.2-2.8 2.5-4.2 5.4-4.2s5.2 1.4 5.4 4.2',
  bell: 'M10 4a4 4 0 0 0-4 4c0 3.9-1.5 5-1.5 5h11s-1.5-1.1-1.5-5a4 4 0 0 0-4-4M8.6 15.5a1.5 1.5 0 0 0 2.8 0',
  notes: 'M4.5 6h11M4.5 10h11M4.5 14h7',
  link: 'M8.3 11.7l3.4-3.4M8.8 6.7l1.7-1.7a2.8 2.8 0 0 1 4 4l-1.7 1.7M11.2 13.3l-1.7 1.7a2.8 2.8 0 0 1-4-4l1.7-1.7',
  clock: 'M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12M10 6.8V10l2.2 1.6',
  repeat:
    'M5 9V8a2.5 2.5 0 0 1 2.5-2.5h7M12.3 3.2l2.3 2.3-2.3 2.3M15 11v1a2.5 2.5 0 0 1-2.5 2.5h-7M7.7 16.8l-2.3-2.3 2.3-2.3',
  zone: 'M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12M4.2 10h11.6M10 4c-3.6 3.8-3.6 8.2 0 12M10 4c3.6 3.8 3.6 8.2 0 12',
  color: 'M10 4c2.6 3 4.2 5.2 4.2 7.4a4.2 4.2 0 0 1-8.4 0c0-2.2 1.6-4.4 4.2-7.4',
  busy: 'M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12M7 10h6',
  tag: 'M4.5 4.5h5.2l6 6-5.2 5.2-6-6zM7.5 7.5h.01',
  lock: 'M6 9h8v6.5h-8zM7.5 9V7a2.5 2.5 0 0 1 5 0v2',
  status: 'M10 4a6 6 0 1 0 0 12a6 6 0 0 0 0-12M10 7v3.5M10 13h.01',
};

/** @typedef {keyof typeof signs} SignName */

/**
 * @param {SignName} name @returns {SVGSVGElement} Hidden from screen readers, which get the text
 *   beside it.
 */
export const sign = (name) => drawn(signs[name]);
