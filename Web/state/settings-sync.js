import { HTTPError } from '../api/http.js';
import { fetchSettings, putSettings } from '../api/settings.js';

/** Choices that follow each other are sent together. */
const restMs = 300;
const triesMax = 3;

/**
 * Keeps the settings with the account: what is chosen here goes there, and what another device
 * chose comes from there.
 */
export class SettingsSync {
  #settings;
  #etag = '';
  /** @type {Record<string, any>} What the server has, also what this page does not know. */
  #stored = {};
  /** @type {Set<string>} */
  #changed = new Set();
  #timer = 0;
  /** What is being asked or sent. @type {Promise<void>} */
  #talk = Promise.resolve();

  /** @param {Settings} settings @param {AbortSignal} signal */
  constructor(settings, signal) {
    this.#settings = settings;
    settings.addEventListener(
      'change',
      (event) => this.#note(/** @type {CustomEvent} */ (event).detail),
      { signal },
    );
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'hidden') void this.send();
      },
      { signal },
    );
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  get #values() {
    return /** @type {Record<string, unknown>} */ (this.#settings.values);
  }

  /**
   * Takes what the account has chosen; an account that has not yet chosen anything gets what is in
   * force here.
   */
  read() {
    return this.#after(() => this.#read());
  }

  /**
   * @param {string} etag The version that the server has: another one than is known here was chosen
   *   elsewhere.
   */
  heard(etag) {
    return this.#after(async () => {
      if (etag !== this.#etag) await this.#read();
      // What could not be sent while the server was away.
      await this.#send();
    });
  }

  /**
   * @param {() => Promise<void>} talk One after the other, so that no answer is taken for a later
   *   one.
   */
  #after(talk) {
    this.#talk = this.#talk.catch(() => {}).then(talk);
    return this.#talk;
  }

  async #read() {
    try {
      this.#take(await fetchSettings());
    } catch (error) {
      // Without the server the device's own memory serves.
      if (!(error instanceof HTTPError)) throw error;
    }
  }

  /** @param {{ values: Record<string, any>, etag: string }} document */
  #take({ values, etag }) {
    const isNew = Object.keys(values).length === 0;
    this.#stored = values;
    this.#etag = etag;
    if (isNew) {
      for (const name of Object.keys(this.#settings.chosen)) this.#changed.add(name);
      if (this.#changed.size > 0) this.#sendLater();
      return;
    }
    this.#settings.adopt(
      Object.fromEntries(Object.entries(values).filter(([name]) => !this.#changed.has(name))),
    );
  }

  /** @param {Record<string, unknown>} change */
  #note(change) {
    if (this.#settings.isAdopting) return;
    for (const name of Object.keys(change)) this.#changed.add(name);
    this.#sendLater();
  }

  #sendLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), restMs);
  }

  /** Sends what was chosen here, if anything. */
  send() {
    clearTimeout(this.#timer);
    return this.#after(() => this.#send());
  }

  async #send() {
    for (
      let tries = 0;
      tries < triesMax && this.#changed.size > 0 && this.#etag !== '';
      tries += 1
    ) {
      const chosen = this.#values;
      const names = [...this.#changed];
      try {
        const sent = await putSettings(
          { ...this.#stored, ...Object.fromEntries(names.map((name) => [name, chosen[name]])) },
          this.#etag,
        );
        // What was chosen again meanwhile is still to be sent.
        for (const name of names)
          if (this.#values[name] === chosen[name]) this.#changed.delete(name);
        this.#stored = sent.values;
        this.#etag = sent.etag;
      } catch (error) {
        // Another device chose meanwhile: its choices are taken, and these put on top.
        if (!(error instanceof HTTPError && error.code === 'changed-elsewhere')) return;
        await this.#read();
      }
    }
  }
}
