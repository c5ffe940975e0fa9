import { requestJSON } from './http.js';

// Strangers' invitations that wait for an answer, and the senders that the user has blocked.

const path = '/api/v1/account';

/** @returns {Promise<WaitingInvitation[]>} */
export const readInvitations = async () =>
  (await requestJSON(`${path}/invitations`, 'GET')).invitations;

/** @param {string} id @param {Answer} answer */
export const answerInvitation = (id, answer) =>
  requestJSON(`${path}/invitations/${id}/answer`, 'PUT', { answer });

/** @returns {Promise<BlockedSender[]>} */
export const readBlocked = async () => (await requestJSON(`${path}/blocked`, 'GET')).blocked;

/**
 * @param {{ invitation: string } | { calendar: string, href: string }} invitation One of the
 *   sender's.
 * @returns {Promise<{ removed: number }>} How many unanswered invitations are gone.
 */
export const blockSender = (invitation) => requestJSON(`${path}/blocked`, 'POST', invitation);

/** @param {string} id */
export const unblockSender = (id) => requestJSON(`${path}/blocked/${id}`, 'DELETE');

/**
 * @param {{ calendar: string, href: string }} event
 * @returns {Promise<BlockedSender | null>} The sender of the invitation, if that's somebody else
 *   with an account here.
 */
export const readSender = async ({ calendar, href }) =>
  (
    await requestJSON(
      `/api/v1/calendars/${calendar}/events/${encodeURIComponent(href)}/sender`,
      'GET',
    )
  ).sender ?? null;
