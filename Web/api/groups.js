import { requestJSON } from './http.js';

/** @param {string} id @param {...string} rest */
const pathOf = (id, ...rest) => ['/api/v1/groups', ...[id, ...rest].map(encodeURIComponent)].join('/');

/** @param {string} name @returns {Promise<{ id: string }>} */
export const createGroup = (name) => requestJSON('/api/v1/groups', 'POST', { name });

/** @param {string} id @param {{ name?: string, color?: string }} change */
export const changeGroup = (id, change) => requestJSON(pathOf(id), 'PATCH', change);

/** @param {string} id */
export const deleteGroup = (id) => requestJSON(pathOf(id), 'DELETE');

/** @param {string} id @param {Sharing} sharing */
export const share = (id, sharing) => requestJSON(pathOf(id, 'shares'), 'PUT', sharing);

/** @param {string} id @param {string} account @param {Role} role */
export const giveRole = (id, account, role) => requestJSON(pathOf(id, 'members', account), 'PATCH', { role });

/** @param {string} id @param {string} account Oneself, to leave. */
export const removeMember = (id, account) => requestJSON(pathOf(id, 'members', account), 'DELETE');

/** @param {string} id @returns {Promise<Invitation[]>} */
export async function invitations(id) {
  const answer = await requestJSON(pathOf(id, 'invitations'), 'GET');
  return Array.isArray(answer) ? answer : answer.invitations ?? [];
}

/** @param {string} id @param {{ uses: number | null, days: number }} wanted @returns {Promise<Invitation & { token: string }>} */
export const invite = (id, wanted) => requestJSON(pathOf(id, 'invitations'), 'POST', wanted);

/** @param {string} id @param {string} invitation */
export const revoke = (id, invitation) => requestJSON(pathOf(id, 'invitations', invitation), 'DELETE');

/** @param {string} token @returns {Promise<{ group: { name: string, members: string[] }, invitedBy: string }>} */
export const invitation = (token) => requestJSON(`/api/v1/invitations/${encodeURIComponent(token)}`, 'GET');

/** @param {string} token @param {Sharing} sharing */
export const join = (token, sharing) => requestJSON(`/api/v1/invitations/${encodeURIComponent(token)}`, 'POST', sharing);

/** @param {string} id @param {{ title: string, location: string, notes: string, deadline: string | null, times: ProposedTime[] }} proposal */
export const propose = (id, proposal) => requestJSON(pathOf(id, 'proposals'), 'POST', proposal);

/** @param {string} id @param {string} proposal @param {{ href: string, answer: Answer, occurrence?: string, comment?: string }} given */
export const answerProposal = (id, proposal, given) => requestJSON(pathOf(id, 'proposals', proposal, 'answers'), 'PUT', given);

/** @param {string} id @param {string} proposal @param {ProposedTime} time */
export const suggestTime = (id, proposal, time) => requestJSON(pathOf(id, 'proposals', proposal, 'times'), 'POST', time);

/** @param {string} id @param {string} proposal @param {string} href The candidate that is to take place. */
export const confirmProposal = (id, proposal, href) => requestJSON(pathOf(id, 'proposals', proposal, 'event'), 'POST', { href });

/** @param {string} id @param {string} proposal */
export const withdrawProposal = (id, proposal) => requestJSON(pathOf(id, 'proposals', proposal), 'DELETE');
