/**
 * Replaces the sign-in page's own text: who made the link to join, or that the account was deleted or the session is
 * over.
 */
export const signInMessage = { text: /** @type {string | Promise<string>} */ ('') };
