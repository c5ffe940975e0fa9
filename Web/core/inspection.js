/**
 * Looks into a file before it is imported, in a worker with a core of its own.
 *
 * @param {Blob} file @returns {Promise<Inspection>}
 */
export function inspect(file) {
  const worker = new Worker(new URL('./inspect-worker.js', import.meta.url), { type: 'module' });
  /** @type {Promise<Inspection>} */
  const answer = new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) =>
      data.error ? reject(new Error(data.error)) : resolve(data.inspection),
    );
    worker.addEventListener('error', () => reject(new Error('worker')));
  });
  worker.postMessage(file);
  return answer.finally(() => worker.terminate());
}
