/** Looks into files before they're imported, in a worker with a core of its own. */
export class Inspector {
  /** @type {Worker | null} */
  #worker = null;

  /**
   * @param {Blob} file @returns {Promise<Inspection>} Rejects if it can't be read. One at a time.
   */
  async inspect(file) {
    this.#worker ??= new Worker(new URL('./inspect-worker.js', import.meta.url), {
      type: 'module',
    });
    const worker = this.#worker;
    try {
      return await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) =>
          data.error ? reject(new Error(data.error)) : resolve(data.inspection);
        worker.onerror = () => reject(new Error('worker'));
        worker.postMessage(file);
      });
    } catch (error) {
      // A core that failed may have run out of memory: the next file gets a new one.
      this.close();
      throw error;
    }
  }

  /** Ends the worker, which frees its memory. */
  close() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
