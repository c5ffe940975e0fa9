import { hear } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { titleWords } from '../i18n/visible-text.js';
import { explainOf } from '../state/error-messages.js';

/**
 * Says that an event couldn't be saved or that its form was left, and offers to open it as it was
 * typed. The message ends by itself; the inbox has the draft until it's saved or discarded.
 */
export class DraftOffers {
  #page;
  /** @type {Map<string, HTMLElement>} The messages, by the draft's ID. */
  messages = new Map();

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
      ({ error, unsaved, title, isLate, refusal }) => {
        // What the device keeps is said by a script that is there as soon as something is kept.
        if (refusal) return;
        const isLost = unsaved && !model.agenda.calendars.has(unsaved.typed.calendar);
        const text = isLost
          ? t(unsaved.key ? 'calendarLeft' : 'notAdded', { title: titleWords(unsaved.typed.title) })
          : explainOf(title, error);
        if (unsaved) this.#offer(unsaved, text, isLate ? 'problem kept' : 'plain');
        else notices.refused({ error, text, isLate });
      },
      signal,
    );
    hear(document, 'draft-kept', ({ draft, text }) => this.#offer(draft, text), signal);
    model.drafts.addEventListener('change', () => this.#removeSettled(), { signal });
    addEventListener('storage', ({ key }) => model.drafts.changedElsewhere(key), { signal });
  }

  /** @param {TypedDraft} draft @param {string} text @param {ToastTone} [tone] */
  #offer(draft, text, tone = 'plain') {
    const { model, notices, open } = this.#page;
    this.messages.get(draft.id)?.remove();
    const actions = [
      { label: t('openDraft'), run: () => open(draft) },
      { label: t('discard'), run: () => model.drafts.remove(draft.id) },
    ];
    const message = notices.show(text, actions, tone);
    this.messages.set(draft.id, message);
  }

  /** Removes the messages about drafts that were saved or discarded, here or in another window. */
  #removeSettled() {
    const kept = this.#page.model.drafts.list;
    for (const [id, message] of this.messages) {
      if (kept.some((draft) => draft.id === id)) continue;
      message.remove();
      this.messages.delete(id);
    }
  }
}
