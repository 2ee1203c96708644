// The second part of the program: the functions that the first picture cannot need.
//
// Both parts are one program, split after it was built. The first part calls the second through places of its table. They
// hold placeholders until the second part is connected, and the program asks before it calls one.
import { program_arrived } from './gridscope.js';

const ADDRESS = new URL('./gridscope_later.wasm', import.meta.url);

// The exports of the first part, and the second part: being loaded, and compiled.
let first;
let loading;

/** The compiled second part, once it is connected. */
export let later = null;

/** Functions of the second part, as imports of the first: each by the number of its place in the table. */
export const placeholders = new Proxy({}, {
  get: (_, place) => (...values) => {
    if (!later) throw new WebAssembly.RuntimeError('a function was called that is not loaded yet');
    return first['%table'].get(Number(place))(...values);
  },
});

/** Called with the first part, once it is there. */
export function connect(instance) {
  first = instance.exports;
}

/** Fetches and compiles the second part, once. It can be called before the first part is there. */
export function fetchLater() {
  const compile = async () => {
    const response = await fetch(ADDRESS).catch(() => { throw new Error('the network does not answer'); });
    if (!response.ok) throw new Error(`the server answers ${response.status} for gridscope_later.wasm`);
    return WebAssembly.compileStreaming(response);
  };
  loading ??= compile().catch((error) => {
    // The next call tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Loads the second part, or takes it as it was compiled elsewhere. */
export async function loadLater(compiled = null) {
  const module = compiled ?? await fetchLater();
  if (later) return;
  await WebAssembly.instantiate(module, { first });
  later = module;
  program_arrived();
}
