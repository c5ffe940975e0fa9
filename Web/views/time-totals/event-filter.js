/** The longest UID that is used; only a malicious event has a longer one. */
const uidMax = 500;

/** Dims all events in the views except some, without the views' help. */
export class EventFilter {
  #sheet = new CSSStyleSheet();

  constructor() {
    document.adoptedStyleSheets.push(this.#sheet);
  }

  /** @param {string[] | null} uids The events that stay as they are; null for all. */
  show(uids) {
    this.#sheet.replaceSync(uids ? rule(uids) : '');
  }

  clear() {
    const { adoptedStyleSheets } = document;
    document.adoptedStyleSheets = adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }
}

/** @param {string[]} uids */
function rule(uids) {
  const kept = uids
    .filter((uid) => uid.length <= uidMax)
    .map((uid) => `[data-uid="${CSS.escape(uid)}"]`);
  const others = kept.length > 0 ? `:not(:is(${kept.join()}))` : '';
  return `.main [data-uid]${others} { opacity: .2; }`;
}
