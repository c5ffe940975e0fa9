import { request, requestJSON } from './http.js';

// The user's own account, for its dialog.

const path = '/api/v1/account';

/** The chosen file isn't a picture. */
export class NotAPicture extends Error {}

/** The password or email address typed to confirm a change is wrong. */
export class WrongConfirmation extends Error {
  /** @param {'email' | 'password'} what */
  constructor(what) {
    super(what);
    this.what = what;
  }
}

/**
 * Rejects with {@link WrongConfirmation} if the server refused what was typed to confirm.
 *
 * @template Value
 * @param {Promise<Value>} asked
 * @param {string} passwordField The request's field with the current password.
 */
const confirmed = (asked, passwordField) =>
  asked.catch((/** @type {import('./http.js').HTTPError & { field?: string }} */ error) => {
    const field = error.code === 'not-valid' ? error.field : '';
    throw field === passwordField
      ? new WrongConfirmation('password')
      : field === 'email'
        ? new WrongConfirmation('email')
        : error;
  });

/** @returns {Promise<OwnAccount>} */
export const readAccount = () => requestJSON(path, 'GET');

/**
 * @param {{ name?: string, zone?: string, from?: number, to?: number,
 *   weekHours?: Member['weekHours'], password?: string, oldPassword?: string }} change
 * @returns {Promise<OwnAccount>}
 */
export const changeAccount = (change) =>
  confirmed(requestJSON(path, 'PATCH', change), 'oldPassword');

/** @param {Blob} blob @returns {Promise<{ picture: string }>} */
export const putPicture = async (blob) =>
  (await request(`${path}/picture`, { method: 'PUT', body: blob })).json();

export const removePicture = () => requestJSON(`${path}/picture`, 'DELETE');

/** @param {string} id */
export const removeIdentity = (id) => requestJSON(`${path}/identities/${id}`, 'DELETE');

/** @returns {Promise<SignedIn[]>} */
export const readSessions = async () => (await requestJSON(`${path}/sessions`, 'GET')).sessions;

/** @param {string} id */
export const endSession = (id) => requestJSON(`${path}/sessions/${id}`, 'DELETE');

export const endOtherSessions = () => requestJSON(`${path}/sessions`, 'DELETE');

export const endAllSessions = async () => {
  await endOtherSessions();
  await requestJSON('/api/v1/session', 'DELETE');
};

/** @returns {Promise<AppPassword[]>} */
export const readAppPasswords = async () =>
  (await requestJSON(`${path}/app-passwords`, 'GET')).appPasswords;

/** @param {string} name @returns {Promise<AppPassword>} */
export const addAppPassword = (name) => requestJSON(`${path}/app-passwords`, 'POST', { name });

/** @param {string} id */
export const removeAppPassword = (id) => requestJSON(`${path}/app-passwords/${id}`, 'DELETE');

/** @returns {Promise<Deletion>} */
export const foreseeDeletion = () => requestJSON(`${path}/deletion`, 'GET');

/** @param {{ email: string, password?: string }} form */
export const deleteAccount = (form) => confirmed(requestJSON(path, 'DELETE', form), 'password');

export const archivePath = `${path}/archive`;

/** @param {string} provider @returns {string} The address for adding a way to sign in. */
export const joinPath = (provider) => `/sign-in/${provider}?join=account`;
