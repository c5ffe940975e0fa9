/** The language in which quick add reads: that of the page. */
export const quickLanguage = () => (document.documentElement.lang.startsWith('de') ? 'de' : 'en');
