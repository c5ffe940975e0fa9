import { hear } from '../dom/element.js';
import { t } from '../i18n/strings.js';
import { openDraft } from '../views/event/unsaved-draft.js';

/**
 * Once the server is back, says that what was typed meanwhile isn't saved. The message stays until it's closed.
 *
 * @param {EventModel} model @param {Notices} notices
 * @param {Map<string, HTMLElement>} messages What was said of drafts, by the draft's ID.
 * @param {AbortSignal} signal
 */
export function remindOfDrafts(model, notices, messages, signal) {
  const { agenda, drafts } = model;
  const remind = () => {
    const { list } = drafts;
    const last = list.at(-1);
    // A message that says more stays.
    const isSaid = [...messages.values()].some((message) => message.isConnected);
    if (!last || isSaid) return;
    const { title } = last.typed;
    const text =
      list.length === 1 && title
        ? t('draftUnsaved', { title })
        : t('draftsUnsaved', { n: list.length });
    const open = { label: t('openDraft'), run: () => openDraft(model, last) };
    messages.set(last.id, notices.show(text, open, 'problem'));
  };
  let { outage } = agenda;
  hear(
    agenda,
    'status',
    () => {
      if (outage && !agenda.outage) remind();
      outage = agenda.outage;
    },
    signal,
  );
}
