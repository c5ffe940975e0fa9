/**
 * Replaces the sign-in page's own text: who sent the invitation, or that the account was deleted.
 */
export const signInMessage = { text: /** @type {string | Promise<string>} */ ('') };
