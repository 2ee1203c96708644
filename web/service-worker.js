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

/** Returns the name of the file that an address below the page names. */
const nameOf = (address) => new URL(address).pathname.slice(new URL(SCOPE).pathname.length) || PAGE;

/** Returns whether a file belongs to the page. All others below its folder are left to the network. */
const isOurs = (name) => Object.hasOwn(FILES, name) || /^(pictures|players)\//.test(name);

/** Answers from the cache. The picture and the player of a lesson are kept when they are first used. */
async function answer(request, name) {
  const cache = await caches.open(NAME);
  const cached = await cache.match(SCOPE + name);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.status === 200 && !response.redirected) await cache.put(SCOPE + name, response.clone());
  return response;
}

addEventListener('install', (event) => event.waitUntil(keepAll()));
addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
addEventListener('fetch', (event) => {
  const { request } = event;
  const name = request.method === 'GET' && request.url.startsWith(SCOPE) ? nameOf(request.url) : '';
  if (isOurs(name)) event.respondWith(answer(request, name));
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
