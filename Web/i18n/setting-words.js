/**
 * The words that find each setting, part and section of the settings besides its label, in every
 * language, because somebody who uses the German page may still think "dark mode".
 *
 * @satisfies {Partial<Record<Message, { en: string, de: string }>>}
 */
export const settingWords = {
  // Sections.
  settingsGeneral: { en: 'general basics', de: 'allgemein grundlagen' },
  settingsViews: { en: 'views layout display', de: 'ansichten anzeige darstellung' },
  notifications: {
    en: 'notifications notify alerts reminders push browser permission sound',
    de: 'benachrichtigungen mitteilungen hinweise erinnerungen push browser erlaubnis ton',
  },
  settingsZones: { en: 'time zones travel', de: 'zeitzonen reisen' },
  settingsCalendars: {
    en: 'calendars sharing share permissions',
    de: 'kalender freigaben teilen freigeben rechte',
  },
  programs: {
    en: 'use in other apps programs caldav sync phone iphone android thunderbird outlook',
    de: 'in anderen apps verwenden programme caldav abgleichen handy iphone android thunderbird outlook',
  },
  account: { en: 'account profile user', de: 'konto profil benutzer' },
  // Parts.
  settingsLooks: { en: 'appearance look display', de: 'darstellung aussehen anzeige' },
  settingsEvents: {
    en: 'new events appointments meetings create',
    de: 'neue termine ereignisse anlegen erstellen',
  },
  settingsWeek: { en: 'week hours calendar', de: 'woche arbeitszeit kalender' },
  settingsZoneColumns: { en: 'time zones', de: 'zeitzonen' },
  travel: { en: 'travel trip abroad journey away', de: 'reisen ausland unterwegs urlaub' },
  subscribedCalendars: {
    en: 'subscribed calendars subscriptions feeds ics webcal url holidays',
    de: 'abonnierte kalender abonnements feeds ics webcal url feiertage',
  },
  secretAddresses: {
    en: 'secret addresses feed ics link url publish subscribe public revoke',
    de: 'geheime adressen feed ics link url veröffentlichen abonnieren öffentlich zurückziehen',
  },
  blockedSenders: {
    en: 'blocked people senders spam unblock ignore',
    de: 'blockierte personen absender spam entsperren freigeben ignorieren',
  },
  settingsData: {
    en: 'your data export download backup',
    de: 'deine daten export herunterladen sicherung',
  },
  storage: {
    en: 'storage space quota used full limit',
    de: 'speicherplatz speicher kontingent belegt voll grenze',
  },
  // Settings and buttons.
  appearance: {
    en: 'theme dark light night mode colour color scheme system black white',
    de: 'farbschema design thema dunkel hell nacht nachtmodus dunkelmodus system schwarz weiß',
  },
  density: {
    en: 'density compact comfortable size spacing tight',
    de: 'dichte kompakt großzügig größe abstand eng',
  },
  language: {
    en: 'language locale english german deutsch translation',
    de: 'sprache deutsch englisch english übersetzung',
  },
  clock: {
    en: 'time format clock 12 24 hour am pm',
    de: 'zeitformat uhrzeit uhr 12 24 stunden',
  },
  openingView: {
    en: 'default view start opens with first last used home',
    de: 'standardansicht startansicht start öffnen zuletzt verwendet beginn',
  },
  firstWeekday: {
    en: 'week starts on first day monday sunday saturday begin',
    de: 'woche beginnt am erster tag wochentag montag sonntag samstag wochenbeginn',
  },
  workHours: {
    en: 'working hours work office business availability free',
    de: 'arbeitszeit arbeitszeiten arbeit büro verfügbarkeit frei',
  },
  weekdayHours: {
    en: 'different hours by weekday day off free part time monday friday',
    de: 'je wochentag verschieden frei teilzeit montag freitag',
  },
  weekNumbers: {
    en: 'week numbers iso calendar weeks',
    de: 'wochennummern kalenderwoche kw iso wochen',
  },
  weekendTint: {
    en: 'tint weekends shade colour saturday sunday',
    de: 'wochenenden hervorheben tönen farbe samstag sonntag',
  },
  hideWeekends: {
    en: 'hide weekends show workweek five days saturday sunday',
    de: 'wochenenden ausblenden zeigen arbeitswoche fünf tage samstag sonntag',
  },
  defaultLength: {
    en: 'default duration length minutes long',
    de: 'standarddauer dauer länge minuten lang',
  },
  defaultReminder: {
    en: 'default reminder alert alarm notification before',
    de: 'standarderinnerung erinnerung alarm benachrichtigung vorher',
  },
  secondZone: {
    en: 'second time zone two zones world clock',
    de: 'zweite zeitzone zwei zonen weltzeit',
  },
  travelIn: { en: 'i m in city place where location', de: 'ich bin in stadt ort wo' },
  stayDays: { en: 'from to dates days', de: 'von bis daten tage' },
  notifyReminders: {
    en: 'reminders of events alarms alerts mute silence on off device',
    de: 'erinnerungen an termine alarm hinweis stumm aus an gerät',
  },
  notifyProposals: {
    en: 'proposals that wait for your answer invitations polls groups mute silence',
    de: 'vorschläge die auf deine antwort warten einladungen abstimmung gruppen stumm',
  },
  notifyNews: {
    en: 'answers and decisions about proposals replies votes news groups mute silence',
    de: 'antworten und entscheidungen zu vorschlägen zusagen absagen neues gruppen stumm',
  },
  tryNotification: {
    en: 'send a test notification show one to try example',
    de: 'testbenachrichtigung senden eine zur probe zeigen testen beispiel',
  },
  allowNotifications: { en: 'allow notifications permit', de: 'benachrichtigungen erlauben' },
  manageSubscriptions: {
    en: 'manage subscribed calendars refresh remove',
    de: 'abonnierte kalender verwalten aktualisieren entfernen',
  },
  connectShort: {
    en: 'add from another service connect google icloud fastmail nextcloud caldav',
    de: 'aus anderem dienst hinzufügen verbinden google icloud fastmail nextcloud caldav',
  },
  exportAll: {
    en: 'export everything ics download backup',
    de: 'alles exportieren ics herunterladen sicherung',
  },
  setUpPrograms: { en: 'set up an app password', de: 'app einrichten passwort kennwort' },
  settingsAccount: {
    en: 'manage account password sign in sessions picture name email delete sign out',
    de: 'konto verwalten passwort kennwort anmeldung sitzungen bild name e-mail löschen abmelden',
  },
};
