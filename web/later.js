// The second part of the program: the functions that the first picture does not need.
//
// Both parts are one program, split after it was built. The first part calls the second through placeholders. The page
// loads the second part once the first picture is there; a call that comes before waits for it.
const ADDRESS = new URL('./gridscope_later.wasm', import.meta.url);

// The exports of the first part, whether the second part is connected, and the compiled second part.
let first;
let connected = false;
let loading;

/** Places of the functions that were called before the second part was there. */
export const early = [];

// An error of the program: the page then says why, and offers to load it again.
const unreachable = (why) => new WebAssembly.RuntimeError(`gridscope_later.wasm cannot be loaded: ${why}`);

// Reads the second part at once. The browser waits for the network meanwhile.
function connectNow() {
  if (connected) return;
  const request = new XMLHttpRequest();
  request.open('GET', ADDRESS, false);
  request.overrideMimeType('text/plain; charset=x-user-defined');
  try { request.send(); } catch { throw unreachable('the network does not answer'); }
  if (request.status !== 200) throw unreachable(`the server answers ${request.status}`);
  const bytes = Uint8Array.from(request.response, (letter) => letter.charCodeAt(0));
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { first });
  connected = true;
}

/** The functions of the second part, as imports of the first: each by the number of its place in the table. */
export const placeholders = new Proxy({}, {
  get: (_, place) => (...values) => {
    if (!connected) early.push(Number(place));
    connectNow();
    return first['%table'].get(Number(place))(...values);
  },
});

/** Called with the first part, once it is there. */
export function connect(instance) {
  first = instance.exports;
}

/** Fetches and compiles the second part. It can be called before the first part is there. */
export function fetchLater() {
  const compile = async () => {
    const response = await fetch(ADDRESS).catch(() => { throw unreachable('the network does not answer'); });
    if (!response.ok) throw unreachable(`the server answers ${response.status}`);
    return WebAssembly.compileStreaming(response);
  };
  loading ??= compile().catch((error) => {
    // The next call tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Loads the second part. */
export async function loadLater() {
  const module = await fetchLater();
  if (connected) return;
  await WebAssembly.instantiate(module, { first });
  connected = true;
}
