import { loadEngine } from './engine.js';

/** @type {Promise<Engine> | null} */
let loading = null;

// Files are inspected in a worker, so that even a huge one doesn't freeze the page.
self.addEventListener('message', async ({ data }) => {
  try {
    loading ??= loadEngine(new URL('./core.wasm', import.meta.url));
    const engine = await loading;
    const octets = new Uint8Array(await data.arrayBuffer());
    self.postMessage({ inspection: engine.inspect(octets) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
});
