import { requestJSON } from './http.js';

const path = '/api/v1/account/secret-addresses';

/** Secret addresses, at which a calendar, a set or a group is read without signing in. */
export const secretAddressRequests = {
  /** @returns {Promise<SecretAddress[]>} The addresses that the user may revoke. */
  read: async () => (await requestJSON(path, 'GET')).secretAddresses,

  /** @param {SecretAddressForm} form @returns {Promise<SecretAddress>} */
  add: (form) => requestJSON(path, 'POST', form),

  /** @param {string} id */
  revoke: (id) => requestJSON(`${path}/${encodeURIComponent(id)}`, 'DELETE'),
};
