import { inboxIn } from '../../components/inbox-entry.js';
import { tell } from '../../dom/element.js';
import { t } from '../../i18n/strings.js';
import { titleWords } from '../../i18n/visible-text.js';
import { whenText } from './draft-words.js';
import { openDraft } from './unsaved-draft.js';

/**
 * Lists in the inbox what was typed and isn't saved: drafts of events, and the line that quick add
 * was left with. Each can be opened and discarded there.
 *
 * @param {{ model: EventModel, notices: Notices, side: HTMLElement, signal: AbortSignal }} page
 */
export function listDrafts({ model, notices, side, signal }) {
  const { agenda, drafts } = model;
  const inbox = inboxIn(side);
  const show = () => {
    const items = [
      ...drafts.list.map((draft) => draftItem(draft, model, notices)).reverse(),
      ...(drafts.line === '' ? [] : [lineItem(drafts, notices)]),
    ];
    const n = items.length;
    inbox.show('drafts', { n, text: t('draftCount', { n }), heading: t('drafts'), items });
  };
  drafts.addEventListener('change', show, { signal });
  // The colours of their calendars.
  agenda.addEventListener('calendars', show, { signal });
  show();
}

/**
 * @param {UnsavedDraft} draft @param {EventModel} model @param {Notices} notices
 * @returns {import('../../components/inbox-entry.js').InboxItem}
 */
function draftItem(draft, model, notices) {
  const { agenda, drafts } = model;
  const { id, typed, text } = draft;
  // That a form was left says nothing beyond the heading.
  const reason = text === t('draftKept') ? '' : text || t('wasNotSaved');
  const title = titleWords(typed.title);
  return {
    id,
    text: title,
    detail: [whenText(typed, agenda.today), reason].filter(Boolean).join(' · '),
    color: typed.color || (agenda.calendars.get(typed.calendar)?.color ?? ''),
    run: () => openDraft(model, draft),
    removal: {
      label: t('discardDraft', { title }),
      run: () => {
        drafts.remove(id);
        sayDiscarded(notices, () => drafts.keep(draft));
      },
    },
  };
}

/**
 * @param {UnsavedDrafts} drafts @param {Notices} notices
 * @returns {import('../../components/inbox-entry.js').InboxItem}
 */
function lineItem(drafts, notices) {
  const { line } = drafts;
  return {
    id: 'line',
    text: line,
    detail: t('quickAdd'),
    run: () => tell(document, 'command', { name: 'quickAdd' }),
    removal: {
      label: t('discardDraft', { title: line }),
      run: () => {
        drafts.line = '';
        sayDiscarded(notices, () => {
          drafts.line = line;
        });
      },
    },
  };
}

/** @param {Notices} notices @param {() => void} undo */
const sayDiscarded = (notices, undo) =>
  notices.show(t('draftDiscarded'), { label: t('undo'), run: undo });
