import { request, requestJSON } from './http.js';

// One's own account, as its dialog reads and changes it.

const path = '/api/v1/account';

/** A file that was chosen as a picture and is none. */
export class NotAPicture extends Error {}

/** What was typed to show that it is the person is not so. */
export class NotThePerson extends Error {
  /** @param {'email' | 'password'} what */
  constructor(what) {
    super(what);
    this.what = what;
  }
}

/**
 * @template Value
 * @param {Promise<Value>} asked
 * @param {string} passwordField Where the password is that the account has now.
 */
const made = (asked, passwordField) =>
  asked.catch((/** @type {import('./http.js').HTTPError & { field?: string }} */ error) => {
    const field = error.code === 'not-valid' ? error.field : '';
    throw field === passwordField
      ? new NotThePerson('password')
      : field === 'email'
        ? new NotThePerson('email')
        : error;
  });

/** @returns {Promise<OwnAccount>} */
export const readAccount = () => requestJSON(path, 'GET');

/**
 * @param {{ name?: string, zone?: string, from?: number, to?: number, password?: string,
 *   oldPassword?: string }} change
 * @returns {Promise<OwnAccount>}
 */
export const changeAccount = (change) => made(requestJSON(path, 'PATCH', change), 'oldPassword');

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
export const deleteAccount = (form) => made(requestJSON(path, 'DELETE', form), 'password');

export const archivePath = `${path}/archive`;

/** @param {string} provider @returns {string} Where a way to sign in is added. */
export const joinPath = (provider) => `/sign-in/${provider}?join=account`;
