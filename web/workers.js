// Lets the program start workers for long tasks.
import { program, useWorkers } from './gridscope.js';

/** Called once the program is loaded. */
export function allowWorkers() {
  useWorkers((request) => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.postMessage({ module: program(), request }, [request.buffer]);
    return worker;
  });
}
