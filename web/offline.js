// Visits without a network: starts the service worker of the page, and lets a newer version take over at a start.

/** Time for which a newer version may keep the page waiting, in milliseconds. */
const PATIENCE = 2000;

/** Registers the service worker, which keeps the program. A page in a frame is part of another one, and keeps nothing. */
export async function keepOffline() {
  if (window !== window.top) return;
  await navigator.serviceWorker?.register(new URL('./service-worker.js', import.meta.url), { updateViaCache: 'none' });
}

/** Lets a newer version take over that is here already, unless another tab has this one. Resolves with whether the page is
 *  loaded again. Called before the program is fetched. */
export async function takeNewVersion() {
  const { serviceWorker } = navigator;
  const waiting = serviceWorker?.controller && (await serviceWorker.getRegistration())?.waiting;
  if (!waiting) return false;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const reload = () => location.reload();
    const stay = () => {
      serviceWorker.removeEventListener('controllerchange', reload);
      resolve(false);
    };
    const late = setTimeout(stay, PATIENCE);
    port1.onmessage = ({ data: takesOver }) => {
      clearTimeout(late);
      if (!takesOver) stay();
    };
    serviceWorker.addEventListener('controllerchange', reload);
    waiting.postMessage('start', [port2]);
  });
}
