// Keeps the page for visits without a network: each version in a cache of its own.
//
// A new version is fetched in the background. It takes over when the page starts and no other tab has the old one, or once
// all tabs are closed, so that a tab never gets files of two versions. scripts/pack.py fills in the version and the files.
const VERSION = '{version}';
/** The files of the program, each with the hash of its content. */
const FILES = {files};

const SCOPE = registration.scope;
const PREFIX = `gridscope ${SCOPE} `;
const NAME = PREFIX + VERSION;
const PAGE = 'index.html';

/** Fetches a file of this version: from the browser's own cache, unless another version is there. */
async function fetchFile(name) {
  const get = (cache) => fetch(new URL(name, SCOPE), { integrity: FILES[name], cache });
  const response = await get('default').catch(() => get('reload'));
  if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
  // Some servers redirect. The page of a visit must not be redirected.
  return new Response(await response.arrayBuffer(), { headers: response.headers });
}

async function keepAll() {
  const cache = await caches.open(NAME);
  for (const name of Object.keys(FILES)) await cache.put(new URL(name, SCOPE), await fetchFile(name));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
}

/** Answers from the cache. What is no file of the program, such as the picture of a lesson, is kept when it is first used. */
async function answer(request) {
  const address = new URL(request.url);
  const path = address.origin + address.pathname;
  const cache = await caches.open(NAME);
  const kept = await cache.match(path === SCOPE ? SCOPE + PAGE : path);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200 && !response.redirected) await cache.put(path, response.clone());
  return response;
}

addEventListener('install', (event) => event.waitUntil(keepAll()));
addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
addEventListener('fetch', (event) => {
  const isOurs = event.request.method === 'GET' && event.request.url.startsWith(SCOPE) && !event.request.headers.has('range');
  if (isOurs) event.respondWith(answer(event.request));
});
// A page that starts asks the new version to take over.
addEventListener('message', (event) => {
  const take = async () => {
    const tabs = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
    const isAlone = tabs.filter(({ url }) => url.startsWith(SCOPE)).length < 2;
    event.ports[0].postMessage(isAlone);
    if (isAlone) await skipWaiting();
  };
  event.waitUntil(take());
});
