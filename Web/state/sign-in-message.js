/**
 * What the page that signs in says in place of its own words: who invites, or that an account is
 * gone.
 */
export const signInMessage = { text: /** @type {string | Promise<string>} */ ('') };
