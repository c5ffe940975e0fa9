import { answerProposal, confirmProposal, propose, suggestTime, withdrawProposal } from './api/groups.js';
import { timeOfWallMinutes, wallMinutes } from './lib/civil-date.js';
import { clock } from './lib/clock.js';
import { newTimes } from './lib/event-times.js';
import { explain } from './state/explain.js';
import { RepeatForm } from './views/event/repeat-form.js';
import { TimeFields } from './views/event/time-fields.js';
import { FindTime } from './views/groups/find-time.js';
import { ProposalSheet } from './views/groups/proposal-sheet.js';
import { ProposeDialog } from './views/groups/propose-dialog.js';

/** How long a proposed time is unless the user says. */
const proposedMinutes = 60;

/** @param {EventModel} model @param {string} key Of a candidate. */
export function openProposal(model, key) {
  const suggest = (/** @type {Group} */ group, /** @type {ProposalDetail} */ { identity, candidates }) => {
    const [first] = candidates;
    if (first) new ProposeDialog({ ...proposeModel(model, group, { ...first, title: '' }), suggests: true, send: ({ times: [time] }) => (time ? suggestTime(group.id, identity, time) : Promise.resolve()) }).open();
  };
  const actions = { answer: answerProposal, confirm: confirmProposal, withdraw: withdrawProposal, suggest };
  new ProposalSheet(model.agenda, key, actions, explain).open();
}

/**
 * @param {EventModel} model @param {string} id @param {string} date Where the view is.
 * @param {Partial<Draft>} [draft] What is known of it already.
 */
export function openPropose(model, id, date, draft = {}) {
  const group = model.agenda.people.groups.get(id);
  if (!group) return;
  const { allDay = '0', start, end } = draft;
  const times = start && end ? { start, end }
    : newTimes(date, date, { allDay: false, today: model.agenda.today, hour: clock.hour(), lengthMinutes: proposedMinutes });
  new ProposeDialog({
    ...proposeModel(model, group, { ...draft, allDay: allDay === '1', ...times }), suggests: false, send: (proposal) => propose(id, proposal),
  }).open();
}

/**
 * @param {EventModel} model @param {Group} group @param {Times & { title?: string, location?: string, repeat?: string }} draft
 * @returns {Omit<ProposeModel, 'suggests' | 'send'>}
 */
function proposeModel({ agenda, settings, zone }, group, { allDay, start, end, title = '', location = '', repeat = '' }) {
  return {
    group, zone, explain, times: { allDay, start, end }, title, place: location,
    makeTimes: (given) => new TimeFields(given, Math.min(22, clock.hour() + 1), proposedMinutes, true),
    makeRepeat: (first) => new RepeatForm({
      repeat: null, original: repeat, next: null, start: first, firstWeekday: settings.firstWeekday,
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
    propose: (start, minutes) => openPropose(model, id, start.slice(0, 10), { start, end: timeOfWallMinutes(wallMinutes(start) + minutes) }),
  }).open();
}
