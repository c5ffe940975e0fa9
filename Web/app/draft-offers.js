import { hear } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { explain } from '../state/error-messages.js';
import { readDrafts } from '../state/unsaved-drafts.js';

/**
 * Offers to open events as they were typed, if they couldn't be saved or their form was left: when
 * that happens, and again after a reload, until the event is saved or discarded.
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
        if (unsaved) this.#offer(unsaved, titled(title, explain(error)));
        else notices.refused({ error });
      },
      signal,
    );
    hear(document, 'draft-kept', (draft) => this.#offer(draft, keptText(draft)), signal);
    addEventListener('storage', (change) => this.#changedElsewhere(change), { signal });
  }

  /** Offers the drafts that are kept, once the calendars have been loaded. */
  offerKept() {
    if (this.#isDone) return;
    this.#isDone = true;
    for (const draft of this.#page.model.drafts.list)
      if (!this.#messages.has(draft.id))
        this.#offer(
          draft,
          draft.text ? keptText(draft) : titled(draft.typed.title, t('wasNotSaved')),
        );
  }

  /** @param {TypedDraft} draft @param {string} text */
  #offer(draft, text) {
    const { model, notices, open } = this.#page;
    this.#messages.get(draft.id)?.remove();
    const message = notices.show(
      text,
      [
        { label: t('openDraft'), run: () => open(draft) },
        { label: t('discard'), run: () => model.drafts.remove(draft.id) },
      ],
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

/** @param {string} title @param {string} text */
const titled = (title, text) => (title ? t('refusedTitled', { title, text }) : text);

/** @param {TypedDraft} draft One whose form was left. */
const keptText = ({ typed: { title } }) =>
  title ? t('draftKeptTitled', { title }) : t('draftKept');
