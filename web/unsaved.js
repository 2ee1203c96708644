// Keeps unsaved work in the browser's storage, and offers at the next visit what a closed tab has left. Also keeps files
// that no link can hold, so that a reload opens them again.
//
// Each visit has a number of its own and holds a lock of that name, so that two tabs do not offer or overwrite each
// other's work. A file has a number, too, which is in the address of the tab that shows it.

/** The databases, each with its store. */
const WORK = ['gridscope', 'scenes'];
const FILES = ['gridscope-files', 'files'];
/** Number of files that are kept: the latest. */
const MOST_FILES = 8;
/** Time between two looks at the scene, in milliseconds. */
const EVERY = 1000;
/** Without locks, work that is younger than this may belong to another tab, in milliseconds. */
const YOUNG = 10_000;

const visit = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
const lock = (id) => `gridscope-visit-${id}`;

/** Opens a database. */
function database([name, store]) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Performs one request on the store of a database. Resolves once its outcome is stored. */
function perform(base, mode, request) {
  return new Promise((resolve, reject) => {
    const [store] = base.objectStoreNames;
    const transaction = base.transaction(store, mode);
    const asked = request(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(asked.result);
    transaction.onabort = () => reject(transaction.error);
    asked.onerror = () => reject(asked.error);
  });
}

/** Performs requests on the kept files, and closes the database. */
async function withFiles(use) {
  const base = await database(FILES);
  try {
    return await use((mode, request) => perform(base, mode, request));
  } finally {
    base.close();
  }
}

/** Keeps a file, and forgets the oldest ones. Returns its path. Calls `failed` with a reason if the browser refuses it. */
export function keepFile(name, bytes, failed) {
  // Paths are in the order of their times.
  const number = Date.now().toString(36) + crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  const id = `${number}/${name}`;
  withFiles(async (ask) => {
    await ask('readwrite', (store) => store.put({ id, bytes }));
    const ids = await ask('readonly', (store) => store.getAllKeys());
    for (const old of ids.slice(0, -MOST_FILES)) await ask('readwrite', (store) => store.delete(old));
  }).catch((error) => failed(`the browser does not keep it: ${error?.message ?? error}`));
  return id;
}

/** Returns the path and the bytes of the file that an address names. `null` if it names none, or one that is not kept. */
export async function keptFile(address) {
  const [, name] = address.match(/^local=([^&]*)/) ?? [];
  if (name === undefined) return null;
  try {
    const id = decodeURIComponent(name);
    const file = await withFiles((ask) => ask('readonly', (store) => store.get(id)));
    return file ?? null;
  } catch {
    return null;
  }
}

/** Returns the work of visits that have ended, the latest first. */
async function left(base) {
  const all = await perform(base, 'readonly', (store) => store.getAll());
  const held = navigator.locks ? new Set((await navigator.locks.query()).held.map((one) => one.name)) : null;
  const isOver = (work) => (held ? !held.has(lock(work.id)) : Date.now() - work.time > YOUNG);
  return all.filter((work) => work.id !== visit && isOver(work)).sort((a, b) => b.time - a.time);
}

/** Offers work that was left. Resolves with the work to restore, or null. */
function offer(base, works) {
  const bar = document.createElement('div');
  bar.id = 'recover';
  bar.setAttribute('role', 'alertdialog');
  bar.setAttribute('aria-label', 'Unsaved work');
  const text = document.createElement('p');
  const button = (name, act) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = name;
    made.addEventListener('click', act);
    return made;
  };
  return new Promise((resolve) => {
    let index = 0;
    let sure = false;
    const end = (work) => {
      bar.remove();
      document.getElementById('window')?.focus();
      resolve(work);
    };
    const restore = button('Restore', () => end(works[index]));
    restore.className = 'first';
    const discard = button('Discard', async () => {
      if (!sure) {
        sure = true;
        discard.textContent = 'Discard for good?';
        return;
      }
      await perform(base, 'readwrite', (store) => store.delete(works[index].id));
      works.splice(index, 1);
      if (works.length === 0) end(null);
      else show(Math.min(index, works.length - 1));
    });
    const later = button('Later', () => end(null));
    const more = button('', () => show((index + 1) % works.length));
    const show = (which) => {
      index = which;
      sure = false;
      discard.textContent = 'Discard';
      const { title, time } = works[index];
      const strong = document.createElement('b');
      strong.textContent = 'Unsaved work from a tab that was closed';
      const weak = document.createElement('span');
      weak.textContent = `${title || 'Untitled'} · ${new Date(time).toLocaleString()}`;
      text.replaceChildren(strong, weak);
      more.hidden = works.length < 2;
      more.textContent = `${works.length - 1} more`;
    };
    bar.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') end(null);
    });
    bar.append(text, more, later, discard, restore);
    show(0);
    document.body.append(bar);
    restore.focus();
  });
}

/** Keeps the unsaved work of a window from now on, and offers what earlier visits have left. */
export async function keepUnsaved(gridscope) {
  const base = await database(WORK);
  navigator.locks?.request(lock(visit), () => new Promise(() => {}));
  let [kept, restored, failed] = [null, null, false];
  const keep = async () => {
    const revision = gridscope.revision;
    if (!gridscope.unsaved) {
      // Restored work counts as unsaved until it is changed or saved.
      if (kept !== null && revision !== restored) {
        await perform(base, 'readwrite', (store) => store.delete(visit));
        kept = null;
      }
      return;
    }
    if (revision === kept) return;
    // Not a link: packing a large map would stop the page.
    const scene = gridscope.sceneFile();
    if (scene === '') return;
    const title = document.title.replace(/ · gridscope$/, '').replace(/\*$/, '');
    await perform(base, 'readwrite', (store) => store.put({ id: visit, time: Date.now(), title, scene }));
    kept = revision;
  };
  // What fails is tried again at the next look, and said once.
  const look = () => keep().then(() => { failed = false; }, (error) => {
    if (!failed) gridscope.storage_failed(`the browser does not keep unsaved work: ${error?.message ?? error}`);
    failed = true;
  });
  setInterval(look, EVERY);
  for (const event of ['pagehide', 'visibilitychange']) addEventListener(event, look);
  const works = await left(base);
  if (works.length === 0) return;
  const work = await offer(base, works);
  if (work === null) return;
  gridscope.restore(work.scene);
  setTimeout(async () => {
    [kept, restored] = [gridscope.revision, gridscope.revision];
    await perform(base, 'readwrite', (store) => store.put({ ...work, id: visit, time: Date.now() }));
    await perform(base, 'readwrite', (store) => store.delete(work.id));
  }, EVERY);
}
