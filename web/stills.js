// Draws the moment of a link before the program is there, if that is possible soon.

/** Time after which the program does not wait for the picture, in milliseconds. */
const PATIENCE = 1500;

/** Like `drawStill` of still.js, but fetches it first, and returns null if that or the picture fails or takes long. */
export function drawSoon(canvas, content, view) {
  const late = new Promise((resolve) => { setTimeout(() => resolve(null), PATIENCE); });
  const drawn = import('./still.js').then(({ drawStill }) => drawStill(canvas, content, view));
  return Promise.race([drawn.catch(() => null), late]);
}
