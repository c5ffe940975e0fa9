import { element } from '../dom/element.js';
import { warn } from './storage-use.js';

/** A line that warns if there's little or no room where an event will be saved. */
export class StorageNote {
  element = element('p', { class: 'hint storage-note', role: 'status', hidden: true });
  /** @type {Promise<StorageUse> | null} */
  #reading = null;

  /**
   * @param {Promise<StorageUse> | null} reading Null if the event needs no more room.
   * @param {string} [group] The name of the group, if it's the group's calendar.
   */
  async show(reading, group) {
    this.#reading = reading;
    // Without an answer there's nothing to say: if saving fails, that gets its own message.
    const use = await reading?.catch(() => null);
    // Another calendar may have been chosen in the meantime.
    if (this.#reading !== reading) return;
    warn(this.element, use, group);
  }
}
