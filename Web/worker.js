import { isKnownPath } from './state/route.js';

/** The address of this version's files. The server fills it in. */
const assets = '{{assets}}';
/** The files to keep, by their paths. The build fills them in. */
const files = /** @type {any} */ (globalThis).keptFiles;
/** What the names of all our caches begin with. */
const prefix = 'meantime ';
/** One cache holds one version, so that no page gets files of two. */
const cacheName = prefix + assets;
/** Under which address the page is kept, whatever its own. */
const pageKey = '/';
/** How long to wait for the server before the kept page opens. */
const pagePatienceMs = 3000;

const worker = /** @type {{ registration: ServiceWorkerRegistration } & EventTarget} */ (
  /** @type {unknown} */ (globalThis)
);

/** Keeps the page and its files, all of one version: otherwise the browser tries again later. */
async function cacheFiles() {
  const cache = await caches.open(cacheName);
  const page = await fetch(pageKey, { cache: 'no-cache' });
  const text = await page.clone().text();
  // A new version was deployed since the browser read this script.
  if (!page.ok || page.redirected || !text.includes(`${assets}/app.js`))
    throw new Error('the page belongs to another version');
  await cache.put(pageKey, page);
  await cache.addAll(files.map((/** @type {string} */ path) => `${assets}/${path}`));
}

/** Removes what earlier versions kept: by now no page of theirs is open. */
async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  // So that the page needn't wait for this script to start.
  await worker.registration.navigationPreload?.enable();
}

/**
 * The page as the server has it, or as it was kept if the server is away or slow.
 *
 * @param {Promise<Response>} answer What the server answers.
 */
async function pageFrom(answer) {
  const late = new Promise((done) => setTimeout(done, pagePatienceMs));
  const first = await Promise.race([answer, late]).catch(() => {});
  // A proxy answers with these for a server that is away.
  if (first && ![502, 503, 504].includes(first.status)) return first;
  return (await cached(pageKey)) ?? answer;
}

/** @param {string} address */
const cached = (address) => caches.match(address, { cacheName });

/**
 * @param {URL} address
 * @returns {boolean} Whether the app itself is at this address; /sign-in/… leads to another service.
 */
const isPage = ({ pathname }) => isKnownPath(pathname) && !pathname.startsWith('/sign-in/');

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(cacheFiles()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin) return;
  if (request.mode === 'navigate' && isPage(address)) {
    const answer = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(request));
    // The browser complains if nobody waits for its preload.
    event.waitUntil(answer.catch(() => {}));
    event.respondWith(pageFrom(answer));
  } else if (address.pathname.startsWith(`${assets}/`)) {
    event.respondWith(cached(address.pathname).then((file) => file ?? fetch(request)));
  }
});
