// Lets the program start workers for long tasks.
import { program, useWorkers } from './gridscope.js';
import { later } from './later.js';

/** Called once the whole program is loaded. */
export function allowWorkers() {
  useWorkers((request) => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.postMessage({ module: program(), later, request }, [request.buffer]);
    return worker;
  });
}
