// Draws a window again when the number of pixels of a point changes: on another screen, with another zoom, or on a device that
// developer tools emulate. The window then takes its pixels anew. No event is sure to report that, so this looks.

/** Time between two looks, in milliseconds. */
const EVERY = 500;

export function followPixels(gridscope) {
  let scale = devicePixelRatio;
  const timer = setInterval(() => {
    if (devicePixelRatio === scale) return;
    scale = devicePixelRatio;
    if (!gridscope.repaint()) clearInterval(timer);
  }, EVERY);
}
