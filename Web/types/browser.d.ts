// What TypeScript 4.8's DOM library does not know yet. Delete a line when tsc learns it.
interface Array<T> {
  findLast(test: (value: T, index: number) => boolean): T | undefined;
}
interface Window {
  launchQueue?: {
    setConsumer(consumer: (launch: { files?: { getFile(): Promise<File> }[] }) => void): void;
  };
}
interface ViewTransition {
  ready: Promise<void>;
  finished: Promise<void>;
  skipTransition(): void;
}
interface Document {
  startViewTransition?(update: () => void): ViewTransition;
}
interface PopStateEvent {
  hasUAVisualTransition?: boolean;
}
declare namespace Intl {
  function getCanonicalLocales(locales: string): string[];
  function supportedValuesOf(key: 'timeZone'): string[];
  interface WeekInfo {
    firstDay: number;
    weekend: number[];
  }
  interface Locale {
    getWeekInfo?(): WeekInfo;
    weekInfo?: WeekInfo;
    getTextInfo?(): { direction: 'ltr' | 'rtl' };
    textInfo?: { direction: 'ltr' | 'rtl' };
  }
}

interface HTMLElement {
  popover: string | null;
  showPopover(): void;
  hidePopover(): void;
  checkVisibility(): boolean;
}
