// What TypeScript 4.8's DOM library does not know yet. Delete a line when tsc learns it.
interface Array<T> { findLast(test: (value: T, index: number) => boolean): T | undefined; }
declare namespace Intl {
  function getCanonicalLocales(locales: string): string[];
  function supportedValuesOf(key: 'timeZone'): string[];
  interface WeekInfo { firstDay: number; weekend: number[]; }
  interface Locale {
    getWeekInfo?(): WeekInfo;
    weekInfo?: WeekInfo;
    getTextInfo?(): { direction: 'ltr' | 'rtl' };
    textInfo?: { direction: 'ltr' | 'rtl' };
  }
}
