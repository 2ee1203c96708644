// The second part of the program: the functions that the first picture does not need.
//
// Both parts are one program, split after it was built. The first part calls the second through placeholders. The page
// loads the second part once the first picture is there; a call that comes before waits for it.
const ADDRESS = new URL('./gridscope_later.wasm', import.meta.url);

// The exports of the first part, and what becomes ready when the second part is connected.
let first;
let connected = false;
let loading;

const unreachable = (status) => new Error(`the server answers ${status} for gridscope_later.wasm`);

// Reads the second part at once. The browser waits for the network meanwhile.
function connectNow() {
  if (connected) return;
  const request = new XMLHttpRequest();
  request.open('GET', ADDRESS, false);
  request.overrideMimeType('text/plain; charset=x-user-defined');
  request.send();
  if (request.status !== 200) throw unreachable(request.status);
  const bytes = Uint8Array.from(request.response, (letter) => letter.charCodeAt(0));
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { primary: first });
  connected = true;
}

/** The functions of the second part, as imports of the first: each by the number of its place in the table. */
export const placeholders = new Proxy({}, {
  get: (_, place) => (...values) => {
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
    const response = await fetch(ADDRESS);
    if (!response.ok) throw unreachable(response.status);
    return WebAssembly.compileStreaming(response);
  };
  loading ??= compile();
  return loading;
}

/** Loads the second part. */
export async function loadLater() {
  const module = await fetchLater();
  if (connected) return;
  await WebAssembly.instantiate(module, { primary: first });
  connected = true;
}
