import { hear } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { explain } from '../state/error-messages.js';
import { readDrafts } from '../state/unsaved-drafts.js';

/**
 * Offers to open events that couldn't be saved as they were typed: when that happens, and again
 * after a reload, until the event is saved or discarded in the form.
 */
export class DraftOffers {
  #page;
  /** @type {Map<string, HTMLElement>} The messages, by the draft's ID. */
  #messages = new Map();
  #isDone = false;

  /**
   * @param {{ model: EventModel, notices: Notices, open: (draft: TypedDraft) => void }} page
   * @param {AbortSignal} signal
   */
  constructor(page, signal) {
    this.#page = page;
    const { model, notices } = page;
    hear(
      model.edits,
      'refused',
      ({ error, unsaved, title }) => {
        if (unsaved) this.#offer(unsaved, title, explain(error));
        else notices.refused({ error });
      },
      signal,
    );
    addEventListener('storage', (change) => this.#changedElsewhere(change), { signal });
  }

  /** Offers the drafts that are kept, once the calendars have been loaded. */
  offerKept() {
    if (this.#isDone) return;
    this.#isDone = true;
    for (const draft of this.#page.model.drafts.list)
      if (!this.#messages.has(draft.id))
        this.#offer(draft, draft.typed.title, draft.text || t('wasNotSaved'));
  }

  /** @param {TypedDraft} draft @param {string} title @param {string} text */
  #offer(draft, title, text) {
    const { notices, open } = this.#page;
    this.#messages.get(draft.id)?.remove();
    const message = notices.show(
      title ? t('refusedTitled', { title, text }) : text,
      { label: t('openDraft'), run: () => open(draft) },
      'draft',
    );
    this.#messages.set(draft.id, message);
  }

  /** @param {StorageEvent} change Another window has saved or discarded a draft, or signed out. */
  #changedElsewhere({ key, oldValue, newValue }) {
    if (key !== this.#page.model.drafts.name) return;
    const [before, now] = [readDrafts(oldValue), readDrafts(newValue)];
    // If the other window has kept another draft, the oldest may have made room for it.
    if (now.length >= before.length) return;
    for (const { id } of before)
      if (!now.some((draft) => draft.id === id)) this.#messages.get(id)?.remove();
  }
}
