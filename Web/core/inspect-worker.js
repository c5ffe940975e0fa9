import { loadEngine } from './engine.js';

// A file of any size is looked at away from the page, so that the page never freezes.
self.addEventListener('message', async ({ data }) => {
  try {
    const engine = await loadEngine(new URL('./core.wasm', import.meta.url));
    const octets = new Uint8Array(await data.arrayBuffer());
    self.postMessage({ inspection: engine.inspect(octets) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
});
