import * as api from './api/groups.js';
import { timeOfWallMinutes, wallMinutes } from './lib/civil-date.js';
import { clock } from './lib/clock.js';
import { newTimes } from './lib/event-times.js';
import { explain } from './state/explain.js';
import { RepeatForm } from './views/event/repeat-form.js';
import { TimeFields } from './views/event/time-fields.js';
import { GroupList } from './views/calendars/group-list.js';
import { BoardDialog } from './views/groups/board-dialog.js';
import { FindTime } from './views/groups/find-time.js';
import { GroupDialog } from './views/groups/group-dialog.js';
import { openJoinDialog } from './views/groups/join-dialog.js';
import { openOthersEvent } from './views/groups/others-event.js';
import { ProposalSheet } from './views/groups/proposal-sheet.js';
import { ProposeDialog } from './views/groups/propose-dialog.js';

/** How long a proposed time is unless the user says. */
const proposedMinutes = 60;

/** @param {Element} side What stands beside the views: the groups go below the calendars. @param {Agenda} agenda */
export function showGroups(side, agenda) {
  const list = new GroupList();
  list.agenda = agenda;
  side.querySelector('.side-items')?.before(list);
}

/** @type {GroupActions} */
const groupActions = {
  create: api.createGroup, change: api.changeGroup, drop: api.deleteGroup, share: api.share, giveRole: api.giveRole,
  remove: api.removeMember, invitations: api.invitations, invite: api.invite, revoke: api.revoke,
};

/**
 * Opens what is not one's own to edit: a fellow member's event, or a proposal.
 *
 * @param {EventModel} model @param {EventDetail} event @returns {boolean} Whether it was one.
 */
export function openShared(model, event) {
  if (event.proposal) {
    const suggest = (/** @type {Group} */ group, /** @type {ProposalDetail} */ { identity, candidates }) => {
      const [first] = candidates;
      if (first) new ProposeDialog({ ...proposeModel(model, group, first), suggests: true, send: ({ times: [time] }) => (time ? api.suggestTime(group.id, identity, time) : Promise.resolve()) }).open();
    };
    const actions = { answer: api.answerProposal, confirm: api.confirmProposal, withdraw: api.withdrawProposal, suggest };
    new ProposalSheet(model.agenda, event.key, actions, explain).open();
    return true;
  }
  if (event.level !== 'full' && event.level !== 'busy') return false;
  openOthersEvent(model.agenda, event);
  return true;
}

/** @param {EventModel} model @param {string | null} id None for a new one. */
export function openGroup({ agenda }, id) {
  new GroupDialog(agenda, id, groupActions, explain).open();
}

/**
 * @param {EventModel} model @param {string} id @param {string} date Where the view is.
 * @param {{ start: string, minutes: number }} [at] A time that was found.
 */
export function openPropose(model, id, date, at) {
  const group = model.agenda.groups.all.get(id);
  if (!group) return;
  const minutes = at?.minutes ?? proposedMinutes;
  const times = at ? { start: at.start, end: endOf(at.start, minutes) }
    : newTimes(date, date, { allDay: false, today: model.agenda.today, hour: clock.hour(), lengthMinutes: minutes });
  new ProposeDialog({ ...proposeModel(model, group, { allDay: false, ...times }), suggests: false, send: (proposal) => api.propose(id, proposal) }).open();
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
      repeat: null, original: '', start: first, firstWeekday: settings.firstWeekday,
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
  const group = agenda.groups.all.get(id);
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
  const group = agenda.groups.all.get(id);
  const { engine } = agenda;
  if (!group || !engine) return;
  const viewed = agenda.groups.viewed;
  agenda.viewGroup(id);
  new BoardDialog({
    group, date, firstWeekday: settings.firstWeekday, changes: agenda,
    board: (first, count, accounts) => engine.board(first, count, accounts),
    closed: () => agenda.viewGroup(viewed),
  }).open();
}

/** @param {EventModel} model @param {string} token Of the address one was sent. */
export async function openJoin({ agenda }, token) {
  const invited = await api.invitation(token).catch(() => null);
  openJoinDialog(agenda, invited, (sharing) => api.join(token, sharing), explain);
}
