/**
 * The words that find each command besides its label, in every language, because somebody who uses
 * the German page may still think "undo".
 *
 * @type {Record<Exclude<CommandName, 'palette'>, { en: string, de: string }>}
 */
export const commandWords = {
  search: { en: 'search find events', de: 'suche suchen finden termine' },
  newEvent: {
    en: 'new event create add make appointment meeting',
    de: 'neuer termin ereignis anlegen erstellen hinzufügen verabredung',
  },
  quickAdd: {
    en: 'quick add event type line',
    de: 'schnell schnelleingabe termin eintippen zeile',
  },
  today: { en: 'go to today now', de: 'zu heute jetzt gehe' },
  goToDate: { en: 'go to date jump day', de: 'gehe zu einem datum springen tag' },
  next: { en: 'next period forward later', de: 'nächsten nächster zeitraum vor weiter später' },
  previous: { en: 'previous period back earlier', de: 'vorigen voriger zeitraum zurück früher' },
  undo: { en: 'undo revert back', de: 'rückgängig widerrufen zurück' },
  redo: { en: 'redo again repeat', de: 'wiederholen wiederherstellen erneut' },
  sidePanel: {
    en: 'show hide side panel sidebar calendars menu',
    de: 'seitenleiste ein oder ausblenden einblenden zeigen kalender menü',
  },
  hours: {
    en: 'hours time spent how much statistics insights',
    de: 'stunden zeit wie viel auswertung statistik',
  },
  showAll: { en: 'show all calendars everything', de: 'alle kalender zeigen einblenden alles' },
  newCalendar: {
    en: 'new calendar create add',
    de: 'neuer kalender anlegen erstellen hinzufügen',
  },
  newSet: {
    en: 'save calendars shown set new create',
    de: 'eingeblendete kalender als auswahl speichern neue',
  },
  newGroup: {
    en: 'new group create family team people share invite',
    de: 'neue gruppe anlegen familie team leute teilen einladen',
  },
  import: {
    en: 'import file ics upload move bring your calendars over google apple outlook',
    de: 'importieren datei ics hochladen einlesen umziehen kalender mitbringen google apple outlook',
  },
  export: {
    en: 'export everything download backup ics',
    de: 'exportieren alles herunterladen sicherung ics',
  },
  print: { en: 'print this view paper pdf', de: 'diese ansicht drucken papier pdf' },
  bin: {
    en: 'bin trash deleted restore recover open',
    de: 'papierkorb gelöscht wiederherstellen öffnen',
  },
  subscribe: {
    en: 'subscribe to a calendar add by address url feed ics webcal holidays internet',
    de: 'kalender abonnieren per adresse hinzufügen url feed ics webcal feiertage internet',
  },
  connect: {
    en: 'add calendars from another service account connect caldav icloud fastmail nextcloud sync',
    de: 'kalender eines anderen dienstes hinzufügen konto verbinden caldav icloud fastmail nextcloud abgleichen',
  },
  subscriptions: {
    en: 'subscribed calendars subscriptions feeds sources refresh',
    de: 'abonnierte kalender abonnements feeds quellen aktualisieren',
  },
  programs: {
    en: 'use in other programs apps phone iphone android caldav sync app password',
    de: 'in anderen programmen verwenden apps handy iphone android caldav abgleichen app passwort',
  },
  phone: {
    en: 'put it on your phone install app home screen iphone android mobile',
    de: 'aufs handy holen auf smartphone installieren app startbildschirm iphone android mobil',
  },
  settings: {
    en: 'settings preferences options theme dark mode language week time zone',
    de: 'einstellungen optionen design dunkel sprache woche zeitzone',
  },
  shortcuts: {
    en: 'keyboard shortcuts keys help',
    de: 'tastenkombinationen tastenkürzel tastatur tasten hilfe',
  },
  account: {
    en: 'account profile password picture sign in sessions app passwords',
    de: 'konto profil passwort kennwort bild anmeldung sitzungen',
  },
  signOut: { en: 'sign out log out logout leave', de: 'abmelden ausloggen logout' },
  day: { en: 'view day', de: 'ansicht tag tagesansicht' },
  days: { en: 'view 3 days three', de: 'ansicht 3 tage drei' },
  week: { en: 'view week', de: 'ansicht woche wochenansicht' },
  month: { en: 'view month', de: 'ansicht monat monatsansicht' },
  year: { en: 'view year', de: 'ansicht jahr jahresansicht' },
  agenda: { en: 'view agenda list schedule', de: 'ansicht agenda liste terminliste' },
  board: { en: 'view board group team', de: 'ansicht tafel gruppe team' },
};
