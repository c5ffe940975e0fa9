import { HTTPError } from '../api/http.js';
import { fetchSettings, putSettings } from '../api/settings.js';

/** Choices made within this time are sent together. */
const restMs = 300;
const triesMax = 3;

/**
 * Syncs the settings with the account: sends choices made here, and takes over those made on other
 * devices.
 */
export class SettingsSync {
  #settings;
  #etag = '';
  /** Whether the server was heard: before that, the session may be somebody else's. */
  #isHeard = false;
  /**
   * @type {Record<string, any>} What the server has, including settings that this page doesn't
   *   know.
   */
  #stored = {};
  /** @type {Set<string>} */
  #changed = new Set();
  #timer = 0;
  /** The requests under way. @type {Promise<void>} */
  #requests = Promise.resolve();

  /** @param {Settings} settings @param {AbortSignal} signal */
  constructor(settings, signal) {
    this.#settings = settings;
    settings.addEventListener(
      'change',
      (event) => this.#noteChange(/** @type {CustomEvent} */ (event).detail),
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

  /** Takes over the account's settings. An account that has none yet gets those of this device. */
  read() {
    return this.#after(() => this.#read());
  }

  /**
   * @param {string} etag The server's version. If it's not the one known here, another device
   *   changed the settings.
   */
  heard(etag) {
    return this.#after(async () => {
      this.#isHeard = true;
      if (etag !== (this.#etag || this.#settings.version)) await this.#read();
      // Send what couldn't be sent while the server was away.
      await this.#send();
    });
  }

  /**
   * Runs a request after the previous one, so that an old answer never replaces a newer one.
   *
   * @param {() => Promise<void>} request
   */
  #after(request) {
    this.#requests = this.#requests.catch(() => {}).then(request);
    return this.#requests;
  }

  async #read() {
    try {
      this.#take(await fetchSettings());
    } catch (error) {
      // Without the server, the settings stored on this device stay.
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
      return this.#noteVersion();
    }
    this.#settings.adopt(
      Object.fromEntries(
        Object.entries(values).filter(
          ([name]) => !this.#changed.has(name) || name === 'seenReminders',
        ),
      ),
    );
    this.#noteVersion();
  }

  /** The device has the server's version, unless a choice made here isn't sent yet. */
  #noteVersion() {
    if (this.#changed.size === 0) this.#settings.version = this.#etag;
  }

  /** @param {Record<string, unknown>} change */
  #noteChange(change) {
    if (this.#settings.isAdopting) return;
    for (const name of Object.keys(change)) this.#changed.add(name);
    this.#sendLater();
  }

  #sendLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), restMs);
  }

  /** Sends the choices made here, if any. */
  send() {
    clearTimeout(this.#timer);
    return this.#after(() => this.#send());
  }

  async #send() {
    if (this.#changed.size > 0 && this.#etag === '' && this.#isHeard) await this.#read();
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
        // A setting that changed again meanwhile has to be sent again.
        for (const name of names)
          if (this.#values[name] === chosen[name]) this.#changed.delete(name);
        this.#stored = sent.values;
        this.#etag = sent.etag;
        this.#noteVersion();
      } catch (error) {
        // Another device changed the settings meanwhile: take over its choices, then send ours
        // again.
        if (!(error instanceof HTTPError && error.code === 'changed-elsewhere')) return;
        await this.#read();
      }
    }
  }
}
