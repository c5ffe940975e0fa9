import { request, requestJSON } from './http.js';

const groups = '/api/v1/groups';

/** @param {string} group @param {...string} parts */
const pathOf = (group, ...parts) =>
  [groups, ...[group, ...parts].map(encodeURIComponent)].join('/');
/** @param {string} token */
const joinLinkPath = (token) => `/api/v1/invitations/${encodeURIComponent(token)}`;

/** @param {string} name @returns {Promise<Group>} */
export const createGroup = (name) => requestJSON(groups, 'POST', { name });

/** @param {string} group @param {{ name?: string, color?: string }} change */
export const changeGroup = (group, change) => requestJSON(pathOf(group), 'PATCH', change);

/** @param {string} group */
export const deleteGroup = (group) => request(pathOf(group), { method: 'DELETE' });

/**
 * @param {string} group
 * @param {{ default?: ShareLevel, calendars?: Record<string, ShareLevel> }} shares
 */
export const changeShares = (group, shares) =>
  requestJSON(`${pathOf(group)}/shares`, 'PUT', shares);

/** @param {string} group @param {string} member @param {Role} role */
export const changeRole = (group, member, role) =>
  requestJSON(pathOf(group, 'members', member), 'PATCH', { role });

/** @param {string} group @param {string} member Another member, or the user. */
export const removeMember = (group, member) =>
  request(pathOf(group, 'members', member), { method: 'DELETE' });

/** @param {string} group @returns {Promise<JoinLink[]>} */
export const fetchJoinLinks = async (group) =>
  (await requestJSON(pathOf(group, 'invitations'), 'GET')).invitations;

/**
 * @param {string} group
 * @param {{ uses: number | null, days: number }} terms
 * @returns {Promise<JoinLink & { token: string }>} Only this response has the token.
 */
export const createJoinLink = (group, terms) =>
  requestJSON(pathOf(group, 'invitations'), 'POST', terms);

/** @param {string} group @param {string} id */
export const revokeJoinLink = (group, id) =>
  request(pathOf(group, 'invitations', id), { method: 'DELETE' });

/** @param {string} token @returns {Promise<JoinLinkPreview>} */
export const fetchJoinLinkPreview = (token) => requestJSON(joinLinkPath(token), 'GET');

/**
 * @param {string} token
 * @param {{ default: ShareLevel, calendars: Record<string, ShareLevel> }} shares
 * @returns {Promise<Group>}
 */
export const joinGroup = (token, shares) => requestJSON(joinLinkPath(token), 'POST', shares);

/** @returns {Promise<Calendar[]>} All calendars the user sees. */
export const fetchCalendars = async () => (await requestJSON('/api/v1/calendars', 'GET')).calendars;

/**
 * @param {string} id
 * @param {{ title: string, location: string, notes: string, deadline: string | null, times:
 *   ProposedTime[] }} proposal
 */
export const propose = (id, proposal) => requestJSON(pathOf(id, 'proposals'), 'POST', proposal);

/**
 * @param {string} id
 * @param {string} proposal
 * @param {{ href: string } & SentAnswer} given
 * @returns {Promise<Saved>}
 */
export const answerProposal = (id, proposal, given) =>
  requestJSON(pathOf(id, 'proposals', proposal, 'answers'), 'PUT', given);

/** @param {string} id @param {string} proposal @param {string | null} deadline */
export const changeDeadline = (id, proposal, deadline) =>
  requestJSON(pathOf(id, 'proposals', proposal), 'PATCH', { deadline });

/**
 * @param {string} id
 * @param {string} proposal
 * @param {ProposedTime} time
 * @returns {Promise<{ href: string }>}
 */
export const suggestTime = (id, proposal, time) =>
  requestJSON(pathOf(id, 'proposals', proposal, 'times'), 'POST', time);

/** @param {string} id @param {string} proposal @param {string} href */
export const takeTimeAway = (id, proposal, href) =>
  requestJSON(pathOf(id, 'proposals', proposal, 'times', href), 'DELETE');

/**
 * @param {string} id
 * @param {string} proposal
 * @param {string} href The chosen candidate.
 */
export const confirmProposal = (id, proposal, href) =>
  requestJSON(pathOf(id, 'proposals', proposal, 'event'), 'POST', { href });

/** @param {string} id @param {string} proposal */
export const withdrawProposal = (id, proposal) =>
  requestJSON(pathOf(id, 'proposals', proposal), 'DELETE');
