// The size of the canvas in pixels. While developer tools emulate another screen, a browser reports the pixels of its own.

// Corrects what the browser reports, where it does not match the size in points.
export function correctPixels() {
  const entry = globalThis.ResizeObserverEntry?.prototype;
  const reported = entry && Object.getOwnPropertyDescriptor(entry, 'devicePixelContentBoxSize');
  if (!reported?.get) return;
  Object.defineProperty(entry, 'devicePixelContentBoxSize', {
    ...reported,
    get() {
      const sizes = reported.get.call(this);
      const [points] = this.contentBoxSize;
      const sides = ['inlineSize', 'blockSize'];
      // A browser rounds by less than two pixels.
      if (sides.every((side) => Math.abs(sizes[0][side] - points[side] * devicePixelRatio) < 2)) return sizes;
      const pixels = sides.map((side) => [side, { value: Math.round(points[side] * devicePixelRatio) }]);
      return [Object.create(ResizeObserverSize.prototype, Object.fromEntries(pixels))];
    },
  });
}
