// Draws the signs of roles and the tokens of actors, on the map and in the legend.
import { clamp } from "./shapes.js";

/** Numbers of the roles. */
export const ROLES = {
  queued: 1, done: 2, current: 3, path: 4, candidate: 5, chosen: 6, walked: 7, seen: 8, dimmed: 9, hidden: 10,
  remembered: 11, unknown: 12, wrong: 13, raised: 14, refused: 15, threat: 16,
};
/** Least side of a cell for most signs, in points. */
export const SIGNS_FROM = 12;
/** Opacity 85 % and 55 %, as the end of a colour. */
export const [STRONG, HALF] = ["d9", "8c"];

/** Draws the shape of a role in a square. */
export const drawRole = ({ brush, colour, side }, role, left, top, isWall) => {
  const is = (name) => ROLES[name] === role;
  const ring = (ink, width, inset) => brush.ring(left, top, side, ink, width, inset);
  const isFar = side < SIGNS_FROM;
  if (is("queued")) {
    const width = clamp(side * 0.055, 1.25, 2.5);
    if (isFar) brush.faded(0.55, () => brush.block(left, top, side, side, colour("frontier")));
    else ring(colour("frontier"), width, width);
  }
  if (is("chosen")) ring(colour("tie"), clamp(side * 0.08, 1.5, 3), 1.5);
  if (is("wrong")) {
    brush.hatch(left, top, side, colour("wrong") + HALF, 2.2, 11);
    ring(colour("wrong"), clamp(side * 0.08, 1.5, 3.5), Math.min(4, side * 0.06));
  }
  if (isFar) return;
  const [right, bottom] = [left + side * 0.84, top + side * 0.84];
  if (is("candidate")) ring(colour("frontier") + HALF, 1.5, 2);
  if (is("raised")) brush.dashed([3, 3], () => ring(colour("frontier"), 1.75, 4));
  if (is("refused") && !isWall) {
    const half = clamp(side * 0.09, 2.5, 6);
    for (const lean of [half, -half]) {
      const line = [[right - half, bottom - lean], [right + half, bottom + lean]];
      brush.line(line, colour("weak"), clamp(side * 0.04, 1, 2));
    }
  }
  if (is("threat")) {
    const half = side * 0.09;
    const points = [[right, bottom - half], [right + half, bottom], [right, bottom + half], [right - half, bottom]];
    brush.polygon(points, colour("wrong"));
  }
  if (is("dimmed")) brush.circle(right, bottom, side * 0.07, colour("wedge"), 1.5);
  if (is("walked")) brush.disc(left + side * 0.14, bottom, clamp(side * 0.06, 1.5, 3.5), colour("team_a"));
};

/** Draws an actor's token around a centre. */
export const drawToken = ({ brush, colour, legibleOn }, look, x, y, radius, sleeps, label = look[5]) => {
  const [, disc, inkName, picture, hasNotch] = look;
  const [ground, halo] = [colour(disc), colour("halo")];
  brush.disc(x, y, radius + clamp(radius * 0.12, 1, 2), halo + STRONG);
  brush.disc(x, y, radius, ground);
  if (sleeps) brush.disc(x, y, radius - 2, halo);
  if (hasNotch) brush.block(x - radius * 0.33, y + radius * 0.68, radius * 0.66, radius * 0.44, halo);
  const awake = inkName ? colour(inkName) : legibleOn(ground);
  const sign = sleeps ? ground : awake;
  if (radius >= 3.6 && label) brush.text(label, x, y + 1, radius * 0.85, 600, sign);
  else if (radius >= 3.6) {
    const inks = { sign, disc: sleeps ? halo : ground };
    brush.picture(picture, x - radius, y - radius, 2 * radius, false, (name) => inks[name] ?? colour(name));
  }
};
