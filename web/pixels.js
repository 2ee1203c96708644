// Draws a window again when the number of pixels of a point changes: on another screen, with another zoom, or on a device that
// developer tools emulate. The window then takes its pixels anew. eframe misses some of these changes.
export function followPixels(gridscope) {
  const draw = () => { if (gridscope.repaint()) follow(); };
  const follow = () => matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', draw, { once: true });
  follow();
}
