/**
 * Has the browser keep the page for a start without a network. Where it can't, the page works as
 * before.
 */
export function keepPage() {
  navigator.serviceWorker?.register('/worker.js').catch(() => {});
}
