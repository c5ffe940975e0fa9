import { answerProposal, confirmProposal, propose, suggestTime, withdrawProposal } from './api/groups.js';
import { timeOfWallMinutes, wallMinutes } from './lib/civil-date.js';
import { clock } from './lib/clock.js';
import { newTimes } from './lib/event-times.js';
import { explain } from './state/explain.js';
import { RepeatForm } from './views/event/repeat-form.js';
import { TimeFields } from './views/event/time-fields.js';
import { BoardDialog } from './views/groups/board-dialog.js';
import { FindTime } from './views/groups/find-time.js';
import { ProposalSheet } from './views/groups/proposal-sheet.js';
import { ProposeDialog } from './views/groups/propose-dialog.js';

/** How long a proposed time is unless the user says. */
const proposedMinutes = 60;

/** @param {EventModel} model @param {string} key Of a candidate. */
export function openProposal(model, key) {
  const suggest = (/** @type {Group} */ group, /** @type {ProposalDetail} */ { identity, candidates }) => {
    const [first] = candidates;
    if (first) new ProposeDialog({ ...proposeModel(model, group, first), suggests: true, send: ({ times: [time] }) => (time ? suggestTime(group.id, identity, time) : Promise.resolve()) }).open();
  };
  const actions = { answer: answerProposal, confirm: confirmProposal, withdraw: withdrawProposal, suggest };
  new ProposalSheet(model.agenda, key, actions, explain).open();
}

/**
 * @param {EventModel} model @param {string} id @param {string} date Where the view is.
 * @param {{ start: string, minutes: number }} [at] A time that was found.
 */
export function openPropose(model, id, date, at) {
  const group = model.agenda.people.groups.get(id);
  if (!group) return;
  const minutes = at?.minutes ?? proposedMinutes;
  const times = at ? { start: at.start, end: endOf(at.start, minutes) }
    : newTimes(date, date, { allDay: false, today: model.agenda.today, hour: clock.hour(), lengthMinutes: minutes });
  new ProposeDialog({ ...proposeModel(model, group, { allDay: false, ...times }), suggests: false, send: (proposal) => propose(id, proposal) }).open();
}

/** @param {string} start @param {number} minutes By the clock on the wall. */
function endOf(start, minutes) {
  return timeOfWallMinutes(wallMinutes(start) + minutes);
}

/**
 * @param {EventModel} model @param {Group} group @param {Times} times
 * @returns {Omit<ProposeModel, 'suggests' | 'send'>}
 */
function proposeModel({ agenda, settings, zone }, group, { allDay, start, end }) {
  return {
    group, zone, explain, times: { allDay, start, end },
    makeTimes: (given) => new TimeFields(given, Math.min(22, clock.hour() + 1), proposedMinutes, true),
    makeRepeat: (first) => new RepeatForm({
      repeat: null, original: '', next: null, start: first, firstWeekday: settings.firstWeekday,
      ruleText: (form) => agenda.engine?.ruleText({ ...form, zone }) ?? '',
      ruleTimes: (rule, at, limit) => {
        try { return agenda.engine?.ruleTimes(at, at.length === 10 ? '' : zone, rule, limit) ?? null; } catch { return null; }
      },
    }),
    conflicts: (first, days, ...time) => agenda.engine?.conflicts(first, days, ...time) ?? null,
    instantOf: (local) => `${new Date(local).toISOString().slice(0, 19)}Z`,
  };
}

/** @param {EventModel} model @param {string} id @param {string} date */
export async function openFindTime(model, id, date) {
  const { agenda } = model;
  const group = agenda.people.groups.get(id);
  if (!group) return;
  // Working hours are by the members' own clocks.
  await agenda.learnZones([...new Set(group.members.map((member) => member.zone).filter(Boolean))]).catch(() => {});
  const today = date > agenda.today ? date : agenda.today;
  new FindTime({
    group, today, changes: agenda, now: `${agenda.today}T${clock.time()}:00`,
    freeTime: (query) => agenda.engine?.freeTime(query) ?? null,
    propose: (start, minutes) => openPropose(model, id, start.slice(0, 10), { start, minutes }),
  }).open();
}

/** @param {EventModel} model @param {string} id @param {string} date */
export function openBoard({ agenda, settings }, id, date) {
  const group = agenda.people.groups.get(id);
  const { engine } = agenda;
  if (!group || !engine) return;
  const look = (/** @type {string} */ glance) => {
    agenda.people.glance = glance;
    agenda.showAsChosen();
  };
  look(id);
  new BoardDialog({
    group, date, firstWeekday: settings.firstWeekday, changes: agenda,
    board: (first, count, accounts) => engine.board(first, count, accounts),
    closed: () => look(''),
  }).open();
}
