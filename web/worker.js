// Runs one long task in another instance of the program, and posts each report.
import start, { on_panic, perform } from './gridscope.js';
import { loadLater } from './later.js';

addEventListener('message', async ({ data: { module, later, request } }) => {
  let panic;
  try {
    await start({ module_or_path: module });
    await loadLater(later);
    on_panic((message) => { panic = message; });
    perform(request, (report) => postMessage(report, [report.buffer]));
  } catch (error) {
    postMessage(panic ?? String(error?.message ?? error));
  }
});
