import { requestJSON } from './http.js';
import { readByPost } from './reading-post.js';

// Setting up other calendar programs.

const path = '/api/v1/account';

/** Answers a form's POST with a profile for Apple's devices, which is a download. */
export const appleProfilePath = `${path}/programs/apple-profile`;

/**
 * @param {string} text
 * @returns {Promise<string[]>} A QR code's rows without its margin; "1" is dark.
 */
export const readCode = async (text) =>
  (await readByPost(`${path}/programs/qr-code`, { text })).rows;

/** @returns {Promise<string[]>} Ids of the calendars that programs aren't shown. */
export const readHiddenFromPrograms = async () =>
  (await requestJSON(`${path}/program-calendars`, 'GET')).hidden;

/** @param {string[]} hidden All calendars to hide. */
export const hideFromPrograms = (hidden) =>
  requestJSON(`${path}/program-calendars`, 'PUT', { hidden });
