/** The language that quick add reads, which is that of the page. */
export const quickLanguage = () => (document.documentElement.lang.startsWith('de') ? 'de' : 'en');
