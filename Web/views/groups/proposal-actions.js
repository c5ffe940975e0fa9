import { fetchEvent } from '../../api/events.js';
import {
  changeDeadline,
  confirmProposal,
  propose,
  suggestTime,
  takeTimeAway,
  withdrawProposal,
} from '../../api/groups.js';
import { HTTPError } from '../../api/http.js';
import { answerText } from '../../components/answer-row.js';
import { RepeatForm } from '../../components/form/repeat-form.js';
import { TimeFields } from '../../components/form/time-fields.js';
import { ask } from '../../components/modal-dialog.js';
import { busyOthers, freeTime } from '../../core/free-time.js';
import { tell } from '../../dom/element.js';
import { capital } from '../../i18n/rule-sentence.js';
import { t } from '../../i18n/strings.js';
import { answersIn } from '../../state/answers.js';
import { explain } from '../../state/error-messages.js';
import { freeHours, isWeekend } from '../../state/free-time.js';
import { missingZonesAmong } from '../../state/missing-zones.js';
import { timeOfWallMinutes, wallMinutes } from '../../time/civil-date.js';
import { clock } from '../../time/clock.js';
import { newTimes } from '../../time/event-times.js';
import { AnswerCard } from './answer-card.js';
import { candidateTitle } from './candidate-title.js';
import { deadlineOf } from './deadline.js';
import { FindTime } from './find-time.js';
import { conflictLines, ruleText, whenText } from './proposal-facts.js';
import { ProposalSheet } from './proposal-sheet.js';
import { ProposeDialog } from './propose-dialog.js';
import { whyNotNow } from './server-needed.js';

/** The length of a proposed time unless the user changes it. */
const proposedMinutes = 60;

/**
 * Opens the card that answers a pending proposal in place. The full sheet is one press away.
 *
 * @param {EventModel} model
 * @param {Notices} notices
 * @param {string} key The key of a candidate.
 * @param {DOMRect} [at] The place of the pressed element.
 */
export function openAnswer(model, notices, key, at = rectOf(key)) {
  new AnswerCard(model.agenda, key, {
    give: (key, scope, answer) => {
      const title = candidateTitle(model.agenda.engine, key);
      try {
        const { earlier, done, saved } = answersIn(model).give({ key, scope, answer });
        const what = t('answered', { title, answer: answerText(answer) });
        const giveAgain = () => {
          notices.show(what);
          return answersIn(model).give({ key, scope, answer }).done;
        };
        notices.show(what, {
          label: t('undo'),
          run: model.edits.noteUndoable(
            async () => {
              const back = answersIn(model).give({ key, scope, answer: earlier });
              notices.show(
                earlier === 'none'
                  ? t('answerTakenBack', { title })
                  : t('answered', { title, answer: answerText(earlier) }),
              );
              await back.done;
            },
            { done: saved, canWait: true, redo: giveAgain },
          ),
        });
        done.catch((error) => notices.refused({ error }));
      } catch (error) {
        notices.refused({ error });
      }
    },
    open: (key, isForOne) => openProposal(model, notices, key, isForOne),
  }).open(at);
}

/** @param {string} key @returns {DOMRect | undefined} Where the event that was pressed is drawn. */
function rectOf(key) {
  const drawn = [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].filter(
    (found) => found.getClientRects().length > 0,
  );
  return (
    drawn.find((found) => found.matches(':hover')) ??
    drawn.find((found) => found.matches(':focus')) ??
    drawn[0]
  )?.getBoundingClientRect();
}

/**
 * @param {EventModel} model
 * @param {Notices} notices
 * @param {string} key The key of a candidate.
 * @param {boolean} isForOne Whether to answer only this date of a repeating candidate.
 */
function openProposal(model, notices, key, isForOne) {
  let title = '';
  try {
    title = model.agenda.engine?.event(key).title ?? '';
  } catch {
    // The proposal is gone, so the sheet won't open either.
  }
  const suggest = (
    /** @type {Group} */ group,
    /** @type {ProposalDetail} */ { identity },
    /** @type {string} */ from,
  ) => {
    const event = model.agenda.engine?.event(from);
    if (!event) return;
    new ProposeDialog({
      ...proposeModel(
        model,
        group,
        { ...event, title: '', location: '', notes: '', repeat: event.repeatText },
        event.repeat,
      ),
      suggests: true,
      send: async ({ times: [time] }) => {
        if (!time) return () => {};
        const { href } = await suggestTime(group.id, identity, time);
        return () =>
          saySuggested(
            model,
            notices,
            group,
            identity,
            href,
            whenText({ ...time, allDay: time.start.length === 10 }),
          );
      },
    }).open();
  };
  const actions = {
    answer: async (/** @type {import('../../state/answers.js').Given} */ given) =>
      answersIn(model).give(given).done,
    say: (/** @type {string} */ text) => notices.show(text),
    deadlineOf: (/** @type {string} */ local) => typedDeadline(model.agenda, local),
    setDeadline: changeDeadline,
    confirm: async (
      /** @type {string} */ group,
      /** @type {string} */ identity,
      /** @type {string} */ href,
    ) => {
      tell(document, 'proposal-settle', { identity });
      await confirmProposal(group, identity, href);
      notices.show(t('turnedIntoEvent', { title }));
    },
    withdraw: async (/** @type {string} */ group, /** @type {string} */ identity) => {
      tell(document, 'proposal-settle', { identity });
      await withdrawProposal(group, identity);
    },
    takeAway: takeTimeAway,
    suggest,
  };
  new ProposalSheet(model.agenda, key, actions, explain, isForOne).open();
}

/**
 * @param {EventModel} model
 * @param {Notices} notices
 * @param {Group} group
 * @param {string} identity
 * @param {string} href
 * @param {string} time The suggested time, in words.
 */
function saySuggested(model, notices, { id, name }, identity, href, time) {
  sayDone(
    model,
    notices,
    [t('suggested', { time, group: name }), t('suggestionWithdrawn', { time })],
    () => takeTimeAway(id, identity, href),
  );
}

/**
 * @param {EventModel} model
 * @param {Notices} notices
 * @param {[done: string, undone: string]} words What was done, and what undoing it has done.
 * @param {() => Promise<unknown>} takeBack
 */
function sayDone({ edits }, notices, [what, undone], takeBack) {
  notices.show(what, {
    label: t('undo'),
    run: edits.noteUndoable(async () => {
      await takeBack();
      notices.show(undone);
    }),
  });
}

/**
 * Suggests another time for a proposal when a candidate is moved; the candidate itself stays.
 *
 * @param {EventModel} model
 * @param {Notices} notices
 * @param {EventDetail} event
 * @param {Times} times Where it was dropped.
 * @param {Record<string, string>} changes The same times, in the form for the core.
 * @param {'aside' | 'aside high'} kind
 * @returns {Promise<boolean>} Whether it was suggested.
 */
export async function suggestMoved(model, notices, event, times, changes, kind) {
  const { agenda } = model;
  const { engine } = agenda;
  const group = agenda.people.ofCalendar(event.calendar);
  if (!engine || !group) return false;
  const reason = whyNotNow(agenda, 'noSuggestingNow');
  if (reason) {
    notices.show(reason, null, 'offline');
    return false;
  }
  const { identity, over } = engine.proposal(event.key);
  if (over) throw new HTTPError('deadline-over', '');
  const time = engine.suggestion(event.key, changes);
  const when = whenText(times);
  const rule = ruleText(engine, times.start, time.rule);
  const found = engine.conflictsAt(
    time.start.slice(0, 10),
    time.rule ? 366 : 1,
    time.start,
    time.end,
    time.zone,
    time.rule,
  );
  const chosen = await ask({
    title: t('suggestInstead', { time: when }),
    kind,
    text: [rule && `${capital(rule)}.`, ...conflictLines(found, time.rule !== '')]
      .filter(Boolean)
      .join('\n'),
    choices: [
      { value: 'suggest', label: t('suggest'), tone: 'primary' },
      { value: 'cancel', label: t('cancel') },
    ],
  });
  if (chosen !== 'suggest') return false;
  const { href } = await suggestTime(group.id, identity, time);
  // The live stream brings it too, but maybe later, so show it now.
  agenda.apply({
    type: 'event',
    calendar: event.calendar,
    href,
    ...(await fetchEvent(event.calendar, href)),
  });
  saySuggested(model, notices, group, identity, href, when);
  return true;
}

/**
 * @param {EventModel} model
 * @param {Notices} notices
 * @param {string} id
 * @param {string} date The view's date, used unless the draft has times.
 * @param {Partial<Draft>} [draft] Fills the dialog in.
 */
export function openPropose(model, notices, id, date, draft = {}) {
  const group = model.agenda.people.groups.get(id);
  if (!group) return;
  const { allDay = '0', start, end } = draft;
  const times =
    start && end
      ? { start, end }
      : newTimes(date, date, {
          allDay: false,
          today: model.agenda.today,
          hour: clock.hour(),
          lengthMinutes: proposedMinutes,
        });
  new ProposeDialog({
    ...proposeModel(model, group, { ...draft, allDay: allDay === '1', ...times }),
    suggests: false,
    send: async (proposal) => {
      const { id: identity } = await propose(id, proposal);
      return () =>
        sayDone(
          model,
          notices,
          [
            t('proposedTo', { title: proposal.title, group: group.name }),
            t('proposalWithdrawn', { title: proposal.title }),
          ],
          () => withdrawProposal(id, identity),
        );
    },
  }).open();
}

/**
 * @param {EventModel} model
 * @param {Group} group
 * @param {Times & { title?: string, location?: string, notes?: string, repeat?: string }} draft
 * @param {Repeat | null} [repeat] The rule in the form's terms, if that's known.
 * @returns {Omit<ProposeModel, 'suggests' | 'send'>}
 */
function proposeModel(
  { agenda, settings, zone },
  group,
  { allDay, start, end, title = '', location = '', notes = '', repeat: original = '' },
  repeat = null,
) {
  const timesOf = (
    /** @type {string} */ rule,
    /** @type {string} */ at,
    /** @type {number} */ limit,
  ) => {
    try {
      return agenda.engine?.ruleTimes(at, at.length === 10 ? '' : zone.on(at), rule, limit) ?? null;
    } catch {
      return null;
    }
  };
  return {
    group,
    zone,
    explain,
    times: { allDay, start, end },
    title,
    place: location,
    notes,
    makeTimes: (given) =>
      new TimeFields(given, Math.min(22, clock.hour() + 1), proposedMinutes, true),
    makeRepeat: (first) =>
      new RepeatForm({
        repeat,
        original,
        next: null,
        start: first,
        firstWeekday: settings.firstWeekday,
        follows: true,
        ruleText: (form) => agenda.engine?.ruleText({ ...form, zone: '' }) ?? '',
        ruleTimes: timesOf,
      }),
    conflicts: (first, days, ...time) => agenda.engine?.conflictsAt(first, days, ...time) ?? null,
    others: (times, at, rule) =>
      agenda.engine
        ? busyOthers(
            agenda.engine,
            agenda.people,
            agenda.people.groups.get(group.id) ?? group,
            times,
            at,
            rule,
          )
        : null,
    changes: agenda,
    deadlineOf: (local) => typedDeadline(agenda, local),
  };
}

/** @param {Agenda} agenda @param {string} local */
const typedDeadline = ({ engine }, local) => engine && deadlineOf(engine, local);

/** @param {EventModel} model @param {Notices} notices @param {string} id @param {string} date */
export async function openFindTime(model, notices, id, date) {
  const { agenda, settings } = model;
  const known = agenda.people.groups.get(id);
  if (!known) return;
  const present = () => agenda.people.groups.get(id) ?? known;
  // The members, in the colours that they have in the sidebar.
  const shown = () => {
    const { colors } = agenda.people;
    return {
      ...present(),
      members: present().members.map((member) => ({
        ...member,
        color: colors.get(member.id) ?? member.color,
      })),
    };
  };
  // Working hours are in the members' own zones, so the core needs those.
  const learn = async () => {
    const membersZones = () => present().members.map((member) => member.zone);
    const missing = () => missingZonesAmong(agenda, membersZones());
    // A member may change zones while one is being fetched.
    for (let zones = missing(); zones.length > 0; zones = missing()) await agenda.loadZones(zones);
  };
  try {
    await learn();
  } catch (error) {
    return notices.refused({ error });
  }
  new FindTime({
    get group() {
      return shown();
    },
    me: agenda.people.me,
    learn,
    today: agenda.today,
    date,
    changes: agenda,
    now: `${agenda.today}T${clock.time()}:00`,
    freeTime: (query) => (agenda.engine ? freeTime(agenda.engine, agenda.people, query) : null),
    isWeekend: (date) => isWeekend(settings, date),
    overfull: agenda.overfull,
    hours: freeHours(settings, id),
    keepHours: (chosen) => {
      settings.change({ freeHours: { ...settings.values.freeHours, [id]: chosen } });
      agenda.changed();
    },
    propose: (start, minutes) =>
      openPropose(model, notices, id, start.slice(0, 10), {
        start,
        end: timeOfWallMinutes(wallMinutes(start) + minutes),
      }),
  }).open();
}
