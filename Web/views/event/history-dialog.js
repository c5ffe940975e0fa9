import { fetchHistory, fetchVersion } from '../../api/events.js';
import { openSideCard } from '../../components/side-card.js';
import { element } from '../../dom/element.js';
import { agoWords, writerWords } from '../../i18n/author-words.js';
import { isReadOnly, titleOf } from '../../i18n/calendar-owners.js';
import { t } from '../../i18n/strings.js';
import { explain } from '../../state/error-messages.js';
import { partsOf, partWords, wordsFrom } from './draft-words.js';
import { eventDetails } from './event-details.js';
import { changesOf, draftOf } from './event-draft.js';

/** How many versions are read at a time. */
const pageCount = 10;

/**
 * A version with its text read.
 *
 * @typedef {{ version: Version, ical: string, event: EventDetail | null }} ReadVersion The event is
 *   null if the core finds none in the text.
 */

/**
 * The dialog with the versions of an event: what changed, who did it and when, and each version as
 * it was. Going back to one is an edit that can be undone.
 *
 * @param {EventModel} model @param {EventDetail} event
 */
export function openHistory(model, event) {
  const list = element('div', { class: 'history' });
  const problem = element('p', { class: 'form-problem', role: 'alert' });
  const status = element('p', { class: 'hint', role: 'status', text: t('historyLoading') });
  const more = element('button', {
    type: 'button',
    class: 'quiet',
    text: t('showMoreOf'),
    hidden: true,
  });
  const { close } = openSideCard({
    title: t('historyOf', { title: titleOf(event) }),
    body: [element('div', { class: 'event-form' }, problem, status, list, more)],
  });
  const restore = (/** @type {string} */ ical) => {
    close();
    model.edits.restore(event, ical);
  };
  /** @type {Version[]} */
  let versions = [];
  let shown = 0;
  const showNext = async () => {
    problem.textContent = '';
    try {
      if (shown === 0) versions = await fetchHistory(event);
      // Read one more than is shown, because its text tells what the last one changed.
      const page = versions.slice(shown, shown + pageCount + 1);
      const read = await Promise.all(page.map((version) => readVersion(model, event, version)));
      const rows = read
        .slice(0, pageCount)
        .map((each, index) => row(model, each, read[index + 1], versions[0], restore));
      list.append(...rows);
      const hadFocus = document.activeElement === more;
      shown += rows.length;
      more.hidden = shown >= versions.length;
      if (hadFocus) rows[0]?.querySelector('summary')?.focus();
    } catch (error) {
      problem.textContent = explain(error);
    } finally {
      status.textContent = '';
    }
  };
  more.addEventListener('click', showNext);
  void showNext();
}

/**
 * @param {EventModel} model @param {EventDetail} place @param {Version} version
 * @returns {Promise<ReadVersion>}
 */
async function readVersion({ agenda }, place, version) {
  const ical = await fetchVersion(place, version.version);
  try {
    return {
      version,
      ical,
      event: agenda.engine?.version(place.calendar, place.href, ical) ?? null,
    };
  } catch (error) {
    console.debug(version, error);
    return { version, ical, event: null };
  }
}

/**
 * @param {EventModel} model @param {ReadVersion} read @param {ReadVersion | undefined} before
 * @param {Version | undefined} present @param {(ical: string) => void} restore
 */
function row(model, { version, ical, event }, before, present, restore) {
  const isPresent = version === present;
  const details = [
    writerWords(version, model.agenda.people.me),
    version.at === undefined ? '' : agoWords(version.at),
    isPresent ? t('versionNow') : '',
  ];
  return element(
    'details',
    { class: 'history-version', name: 'version' },
    element(
      'summary',
      {},
      element('span', {
        text: changeWords(model, version, event, before?.event ?? null),
        dir: 'auto',
      }),
      element('small', { class: 'hint', text: details.filter(Boolean).join(' · '), dir: 'auto' }),
    ),
    element(
      'div',
      { class: 'history-details' },
      ...(event
        ? [element('strong', { text: titleOf(event), dir: 'auto' }), ...eventDetails(event, model)]
        : [element('p', { class: 'hint', text: t('versionUnreadable') })]),
      event && !isPresent && !isReadOnly(event.calendar)
        ? element('button', {
            type: 'button',
            class: 'primary',
            text: t('restoreVersion'),
            onclick: () => restore(ical),
          })
        : null,
    ),
  );
}

/**
 * @param {EventModel} model @param {Version} version @param {EventDetail | null} event
 * @param {EventDetail | null} before The previous version.
 * @returns {string} How the version came about.
 */
function changeWords({ agenda, zone }, { kind, at }, event, before) {
  if (kind === 'made') return t(at === undefined ? 'versionFirst' : 'versionMade');
  if (kind === 'restored') return t('versionRestored');
  if (!before) return t('versionFirst');
  if (!event) return t('versionOther');
  const [now, then] = [draftOf(event), draftOf(before)];
  const parts = partsOf(changesOf(now, then));
  const [only] = parts;
  if (!only) return t('versionOther');
  if (parts.length === 1 && only.label === 'whenField') {
    const words = wordsFrom(agenda, zone);
    return t('versionMoved', {
      from: partWords(only, then, words),
      to: partWords(only, now, words),
    });
  }
  return t('versionChanged', { what: parts.map(({ label }) => t(label)).join(', ') });
}
