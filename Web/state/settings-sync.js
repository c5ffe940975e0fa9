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
  #timer = 0;
  /** The requests under way. @type {Promise<void>} */
  #requests = Promise.resolve();

  /** @param {Settings} settings @param {AbortSignal} signal */
  constructor(settings, signal) {
    this.#settings = settings;
    settings.addEventListener('change', () => this.#settings.isAdopting || this.#sendLater(), {
      signal,
    });
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'hidden') void this.send();
      },
      { signal },
    );
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** The names of the settings that aren't sent yet. */
  get #changed() {
    return Object.keys(this.#settings.unsent);
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
      await this.#take(await fetchSettings());
    } catch (error) {
      // Without the server, the settings stored on this device stay.
      if (!(error instanceof HTTPError)) throw error;
    }
  }

  /** @param {{ values: Record<string, any>, etag: string }} document */
  async #take({ values, etag }) {
    const isNew = Object.keys(values).length === 0;
    this.#stored = values;
    this.#etag = etag;
    if (isNew) {
      this.#settings.keepUnsent({ ...this.#settings.chosen, ...this.#settings.unsent });
      if (this.#changed.length > 0) this.#sendLater();
      return this.#noteVersion();
    }
    if (this.#changed.length === 0) this.#settings.adopt(values);
    else {
      const { adoptBesideUnsent } = await import('./merged-settings.js');
      adoptBesideUnsent(this.#settings, values);
    }
    this.#noteVersion();
  }

  /** The device has the server's version, unless a choice made here isn't sent yet. */
  #noteVersion() {
    if (this.#changed.length === 0) this.#settings.version = this.#etag;
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
    if (this.#changed.length > 0 && this.#etag === '' && this.#isHeard) await this.#read();
    for (
      let tries = 0;
      tries < triesMax && this.#changed.length > 0 && this.#etag !== '';
      tries += 1
    ) {
      const chosen = this.#values;
      const names = this.#changed;
      try {
        const sent = await putSettings(
          { ...this.#stored, ...Object.fromEntries(names.map((name) => [name, chosen[name]])) },
          this.#etag,
        );
        // A setting that changed again meanwhile has to be sent again.
        const unsent = Object.entries(this.#settings.unsent)
          .map(([name, before]) => [name, names.includes(name) ? chosen[name] : before])
          .filter(([name, before]) => this.#values[String(name)] !== before);
        this.#settings.keepUnsent(Object.fromEntries(unsent));
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
