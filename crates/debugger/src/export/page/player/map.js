// The map of a page: its colours, and everything that is drawn on the canvas.

// Colours: those of the theme are CSS variables, those of cells are in the header.
let theme, C, heats;
const dark = matchMedia("(prefers-color-scheme: dark)");
const rgb = hex => [1, 3, 5].map(k => parseInt(hex.slice(k, k + 2), 16));
const paint = () => {
  theme = D.themes.length > 1 && dark.matches ? 1 : 0;
  const style = getComputedStyle(document.documentElement), known = {};
  C = name => name[0] === "#" ? name : known[name] ??= style.getPropertyValue("--" + name);
  const stops = D.scales[theme].map(rgb);
  heats = Array.from({ length: 256 }, (_, i) => {
    const at = i / 51, k = Math.min(4, at | 0);
    return "#" + stops[k].map((a, j) => Math.round(a + (stops[k + 1][j] - a) * (at - k)).toString(16).padStart(2, "0")).join("");
  });
};
const isDark = () => D.themes[theme] !== 1;
const bright = hex => rgb(hex).map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((s, v, k) => s + v * [.2126, .7152, .0722][k], 0);
const inks = {};
const ink = hex => inks[hex + theme] ??= (b => {
  const light = 1.05 / (b + .05), dark = (b + .05) / .0525;
  return light > dark || isDark() && light >= 4.4 ? "#ffffff" : isDark() ? "#05080d" : "#10141b";
})(bright(hex));
const [low, high] = D.range;
const heat = c => {
  const x = D.layer < 0 || get(4, c) ? null : level(entry(D.layer, c));
  return typeof x !== "number" ? 0 : high > low ? 1 + Math.max(0, Math.min(254, Math.trunc((x - low) / (high - low) * 254))) : 128;
};
const tile = c => D.tiles[get(1, c)];
const ground = c => {
  const role = get(0, c), h = heat(c);
  return h && !(tile(c)[1] & 3) && !(D.keep >> role & 1) ? heats[h] : D.looks[get(1, c) * 32 + role][theme];
};

// The map.
const canvas = $("canvas"), x = canvas.getContext("2d");
let z = 0, picked = -1, numbered = [];
const size = () => {
  const wide = $("map").clientWidth, tall = Math.max(240, Math.min(innerHeight * .7, 620));
  const fit = Math.min(wide / W, tall / H, 48);
  z = fit < 2 ? Math.max(fit, .25) : Math.floor(fit);
  const scale = devicePixelRatio || 1;
  canvas.width = Math.round(W * z * scale);
  canvas.height = Math.round(H * z * scale);
  canvas.style.width = W * z + "px";
  canvas.style.height = H * z + "px";
  x.setTransform(scale, 0, 0, scale, 0, 0);
};
const X = c => c % W * z, Y = c => (c / W | 0) * z;
const rect = (c, colour, a = 0, b = 0, w = z, h = z) => { x.fillStyle = colour; x.fillRect(X(c) + a, Y(c) + b, w, h) };
const line = (points, colour, width) => {
  x.beginPath();
  points.forEach(([a, b]) => x.lineTo(a, b));
  x.strokeStyle = colour;
  x.lineWidth = width;
  x.stroke();
};
const fill = (points, colour, rim) => {
  x.beginPath();
  points.forEach(([a, b]) => x.lineTo(a, b));
  x.closePath();
  x.fillStyle = colour;
  x.fill();
  if (rim) { x.strokeStyle = rim; x.stroke() }
};
const ring = (c, colour, width, inset) => {
  x.beginPath();
  x.roundRect(X(c) + inset + width / 2, Y(c) + inset + width / 2, z - 2 * inset - width, z - 2 * inset - width, z * .11);
  x.strokeStyle = colour;
  x.lineWidth = width;
  x.stroke();
};
const disc = (a, b, r, colour) => { x.beginPath(); x.arc(a, b, r, 0, 7); x.fillStyle = colour; x.fill() };
const clamp = (v, a, b) => Math.max(a, Math.min(b, v));
const write = (s, a, b, size, weight, colour) => {
  x.font = `${weight} ${size}px Inter, system-ui, sans-serif`;
  x.fillStyle = colour;
  x.fillText(s, a, b);
};
// Draws a picture of shapes in a square; `named` gives the colours that are not of the theme.
const picture = (shapes, a, b, side, turn, named = {}) => shapes && shapes.split(";").forEach(shape => {
  const words = shape.split(" "), kind = words.shift();
  const colours = words.splice(0, kind === "e" ? 2 : 1).map(colour => C(named[colour] || colour));
  const n = words.map(Number), own = n.splice(0, { d: 1, l: 2 }[kind] || 0), p = [];
  for (let k = 0; k + 1 < n.length; k += 2) p.push(turn ? [a + n[k + 1] * side, b + n[k] * side] : [a + n[k] * side, b + n[k + 1] * side]);
  const block = (colour, edge) => { x.fillStyle = colour; x.fillRect(p[0][0] + edge, p[0][1] + edge, p[1][0] - p[0][0] - 2 * edge, p[1][1] - p[0][1] - 2 * edge) };
  if (kind === "r") Math.min(p[1][0] - p[0][0], p[1][1] - p[0][1]) >= .3 && block(colours[0], 0);
  else if (kind === "e") { block(colours[1], 0); block(colours[0], clamp(side * .03, .75, 1.5)) }
  else if (kind === "d") own[0] * side >= .3 && disc(...p[0], Math.max(own[0] * side, .8), colours[0]);
  else if (kind === "p") fill(p, colours[0]);
  else line(p, colours[0], Math.min(Math.max(1, own[0] * side), own[1] || Infinity));
});
const solid = (a, b) => a < 0 || b < 0 || a >= W || b >= H || tile(a + b * W)[1] & 1;
// A triangle at the edge of a cell towards another: from `tip` cells from the middle, `long` outward.
const pointer = (c, to, tip, long, half, colour, rim) => {
  const dx = Math.sign(to % W - c % W), dy = Math.sign((to / W | 0) - (c / W | 0)), d = Math.hypot(dx, dy);
  const a = X(c) + z / 2 + dx * z * tip, b = Y(c) + z / 2 + dy * z * tip, u = dx / d, v = dy / d;
  fill([[a, b], [a + u * long - v * half, b + v * long + u * half], [a + u * long + v * half, b + v * long - u * half]], colour, rim);
};
const hatch = (c, colour, width, gap) => {
  x.save();
  x.beginPath();
  x.rect(X(c), Y(c), z, z);
  x.clip();
  const sum = X(c) + Y(c);
  for (let s = Math.ceil(sum / gap) * gap; s < sum + 2 * z; s += gap) line([[s - Y(c), Y(c)], [s - Y(c) - z, Y(c) + z]], colour, width);
  x.restore();
};

const every = [...Array(area).keys()], under = document.createElement("canvas").getContext("2d");
[under.canvas.width, under.canvas.height] = D.size;
const image = under.createImageData(W, H), pixels = new DataView(image.data.buffer), words = {};
const draw = () => {
  const way = path(), on = new Set(way);
  const last = now - 1, own = last < 0 ? -1 : cells[last] - 1;
  // The ground is a picture of one pixel per cell.
  for (const c of every) {
    const hex = ground(c);
    pixels.setUint32(c * 4, words[hex] ??= parseInt(hex.slice(1) + "ff", 16));
  }
  under.putImageData(image, 0, 0);
  x.imageSmoothingEnabled = false;
  x.drawImage(under.canvas, 0, 0, W * z, H * z);
  const actors = D.actors.map((actor, k) => [actor, ...D.states[value[head[columns * area + k]]]]).filter(a => a[1] >= 0);
  const stands = new Set(actors.map(a => a[1]));

  // Numbers: all at one size, or none.
  const texts = every.map(c => D.layer < 0 || z < 22 || tile(c)[1] & 3 ? "" : short(entry(D.layer, c)));
  const longest = Math.max(1, ...texts.map(s => s.length)), digits = Math.min(clamp(z * .315, 10, 16), z * .8 / longest / .62);
  if (digits < 8) texts.fill("");

  // Recent expansions, hatches and lines between values.
  let age = 0, lo = 0, hi = steps.length;
  while (lo < hi) { const mid = lo + hi >> 1; steps[mid] < now ? lo = mid + 1 : hi = mid }
  for (let k = lo - 1; k >= 0 && age < 8 && z >= 10; k--, age++) {
    const c = cells[steps[k]] - 1;
    if (c < 0 || ![2, 3, 4].includes(get(0, c))) continue;
    x.globalAlpha = .75 - .65 * age / 7;
    const w = clamp(z * .05, 1, 2);
    x.strokeStyle = isDark() ? "#ffffff" : C("link");
    x.lineWidth = w;
    x.strokeRect(X(c) + w / 2, Y(c) + w / 2, z - w, z - w);
    x.globalAlpha = 1;
  }
  if (z >= 5) for (const c of every) if (get(0, c) === 12) hatch(c, C("unknown_hatch"), 1.4, 10);
  if (z >= 5 && D.step) {
    const band = c => {
      const v = level(entry(D.layer, c));
      return !heat(c) || get(0, c) === 1 || tile(c)[1] & 1 ? null : Math.floor(v / D.step);
    };
    x.setLineDash([3, 2.4]);
    x.globalAlpha = .62;
    for (const c of every) {
      const here = band(c), left = c % W ? band(c - 1) : null, above = c >= W ? band(c - W) : null;
      if (here !== null && left !== null && left !== here) line([[X(c), Y(c)], [X(c), Y(c) + z]], isDark() ? "#ffffff" : "#10141b", 1.25);
      if (here !== null && above !== null && above !== here) line([[X(c), Y(c)], [X(c) + z, Y(c)]], isDark() ? "#ffffff" : "#10141b", 1.25);
    }
    x.setLineDash([]);
    x.globalAlpha = 1;
  }

  // Tiles and walls.
  if (z >= 4) for (const c of every) {
    const role = get(0, c), [, kind, shapes] = tile(c), a = c % W, b = c / W | 0;
    if (role === 12) continue;
    x.globalAlpha = role === 10 || role === 11 ? .45 : texts[c] && !(kind & 9) ? .5 : 1;
    picture(shapes, X(c), Y(c), z, kind & 4 && !(!!solid(a, b - 1) + !!solid(a, b + 1) > !!solid(a - 1, b) + !!solid(a + 1, b)));
    x.globalAlpha = 1;
    if (!(kind & 1)) continue;
    const w = clamp(z * .04, 1, 2), lit = r => r === 8 || r === 9, known = r => r === 10 || r === 11;
    if (!solid(a, b + 1)) rect(c, C("wall_face"), 0, z * .84, z, z * .16);
    [[0, -1, 0, 0, z, w], [0, 1, 0, z - w, z, w], [1, 0, z - w, 0, w, z], [-1, 0, 0, 0, w, z]].forEach(([dx, dy, ...r]) => {
      if (solid(a + dx, b + dy)) return;
      const beyond = get(0, c + dx + dy * W), is = f => f(role) || f(beyond);
      if (beyond !== 12) rect(c, C(is(lit) ? "seen_edge" : is(known) ? "remembered_edge" : "wall_edge"), ...r);
    });
  }

  // Signs of roles, parents and ties.
  for (const c of every) {
    const role = get(0, c);
    if (role === 1 && z < 12) { x.globalAlpha = .55; rect(c, C("frontier")); x.globalAlpha = 1 }
    else if (role === 1) ring(c, C("frontier"), clamp(z * .055, 1.25, 2.5), clamp(z * .055, 1.25, 2.5));
    if (role === 6) ring(c, C("tie"), clamp(z * .08, 1.5, 3), 1.5);
    if (role === 13) { hatch(c, C("wrong") + "8c", 2.2, 11); ring(c, C("wrong"), clamp(z * .08, 1.5, 3.5), Math.min(4, z * .06)) }
    if (z < 12) continue;
    const a = X(c), b = Y(c), q = z * .84;
    if (role === 5) ring(c, C("frontier") + "8c", 1.5, 2);
    if (role === 14) { x.setLineDash([3, 3]); ring(c, C("frontier"), 1.75, 4); x.setLineDash([]) }
    if (role === 15 && !(tile(c)[1] & 1)) {
      const h = clamp(z * .09, 2.5, 6);
      for (const s of [1, -1]) line([[a + q - h, b + q - h * s], [a + q + h, b + q + h * s]], C("weak"), clamp(z * .04, 1, 2));
    }
    if (role === 16) fill([[a + q, b + q - z * .09], [a + q + z * .09, b + q], [a + q, b + q + z * .09], [a + q - z * .09, b + q]], C("wrong"));
    if (role === 9) { x.beginPath(); x.arc(a + q, b + q, z * .07, 0, 7); x.strokeStyle = C("wedge"); x.lineWidth = 1.5; x.stroke() }
    if (role === 7) disc(a + z * .14, b + q, clamp(z * .06, 1.5, 3.5), C("team_a"));
    const d = get(2, c);
    if (d && !on.has(c)) {
      const half = Math.max(2, z * .075);
      x.globalAlpha = .5;
      pointer(c, c + dirs[d - 1][0] + dirs[d - 1][1] * W, .46, -half * 1.4, half, ink(ground(c)));
      x.globalAlpha = 1;
    }
    if (get(3, c)) { const s = Math.max(5, z * .19); fill([[a + z, b], [a + z - s, b], [a + z, b + s]], C("tie")) }
  }

  // The path with its numbers as beads, then all other numbers.
  x.lineJoin = x.lineCap = "round";
  const mid = c => [X(c) + z / 2, Y(c) + z / 2], w = clamp(z * .1, 2, 5);
  if (way.length > 1) { line(way.map(mid), C("halo") + "d9", w + Math.min(4, w)); line(way.map(mid), C("path"), w) }
  x.lineJoin = "miter";
  x.lineCap = "butt";
  x.textAlign = "center";
  x.textBaseline = "middle";
  for (const c of every) {
    if (!texts[c] || stands.has(c)) continue;
    const [a, b] = mid(c);
    if (on.has(c)) {
      x.font = `600 ${digits}px Inter, system-ui, sans-serif`;
      const half = Math.max(x.measureText(texts[c]).width / 2 + z * .11, z * .22);
      x.beginPath();
      x.roundRect(a - half, b - z * .22, half * 2, z * .44, z * .22);
      x.fillStyle = C("path");
      x.fill();
      x.strokeStyle = C("halo") + "d9";
      x.lineWidth = 1.5;
      x.stroke();
      write(texts[c], a, b + 1, digits, 600, ink(C("path")));
    } else write(texts[c], a, b + 1, digits, 500, ink(ground(c)));
  }

  // Actors: at most two in a cell.
  actors.forEach(([[, disc1, inkName, shapes, second, word], c, facing, sleeps, acts], k) => {
    const here = actors.filter(a => a[1] === c), place = here.indexOf(actors[k]);
    if (place > 1) return;
    const side = here.length > 1 ? .45 : texts[c] ? .62 : .76, r = Math.max(3, z * side / 2);
    const a = X(c) + z / 2 + (here.length > 1 ? z * (place ? .24 : -.24) : 0), b = Y(c) + z / 2 - (texts[c] ? z * .16 : 0);
    if (facing && z >= 12) {
      const [dx, dy] = dirs[facing - 1], d = Math.hypot(dx, dy), u = dx / d * r, v = dy / d * r;
      fill([[a + u * 1.45, b + v * 1.45], [a + u * .75 - v * .55, b + v * .75 + u * .55], [a + u * .75 + v * .55, b + v * .75 - u * .55]], C(disc1), C("halo"));
    }
    if (acts) { x.beginPath(); x.arc(a, b, r + 4, 0, 7); x.strokeStyle = C("path"); x.lineWidth = 3; x.stroke() }
    disc(a, b, r + clamp(r * .12, 1, 2), C("halo") + "d9");
    disc(a, b, r, C(disc1));
    if (sleeps) disc(a, b, r - 2, C("halo"));
    if (second) { x.fillStyle = C("halo"); x.fillRect(a - r * .33, b + r * .68, r * .66, r * .44) }
    const sign = sleeps ? disc1 : inkName || ink(C(disc1));
    const more = place && here.length > 2 ? "+" + (here.length - 1) : word;
    if (r >= 3.6 && more) write(more, a, b + 1, r * .85, 600, C(sign));
    else if (r >= 3.6) picture(shapes, a - r, b - r, 2 * r, 0, { sign, disc: sleeps ? "halo" : disc1 });
    if (texts[c]) {
      x.lineWidth = 2.4;
      x.strokeStyle = C("halo");
      x.font = `600 ${digits * .8}px Inter, system-ui, sans-serif`;
      x.strokeText(texts[c], X(c) + z / 2, Y(c) + z * .82);
      write(texts[c], X(c) + z / 2, Y(c) + z * .82, digits * .8, 600, C("strong"));
    }
  });

  // The last event: a ring, and where it came from.
  if (own >= 0 && !(now === N && !D.ring && [1, 3].includes(D.cases[kinds[last]][2]))) {
    const tone = D.cases[kinds[last]][2], width = clamp(z * .09, 2, 3.5);
    const colour = C(["path", "wrong", "tie", "strong"][tone || (get(0, own) === 1 ? 4 : 0)] || "frontier");
    ring(own, C("halo") + "d9", width + 2, 0);
    ring(own, colour, width, 1);
    const t = ties.indexOf(last), ways = [];
    if (t >= 0 && tieCounts[t]) {
      const first = tieCounts.subarray(0, t).reduce((a, b) => a + b, 0);
      tieCells.subarray(first, first + tieCounts[t]).forEach((d, k) => ways.push([own + d, !k]));
    } else if (froms[last]) ways.push([from(last), true]);
    for (const [c, full] of z < 12 ? [] : ways) {
      const dx = Math.abs(c % W - own % W), dy = Math.abs((c / W | 0) - (own / W | 0));
      if (c === own || dx > 1 || dy > 1) continue;
      const long = z * (texts[c] && dx + dy < 2 ? .16 : .25);
      x.lineWidth = full ? 1.5 : 1.8;
      pointer(own, c, .47, long, long * .58, full ? colour : C("floor"), full ? C("halo") + "d9" : colour);
    }
  }
  if (picked >= 0 && picked !== own) {
    const a = X(picked) - 2, b = Y(picked) - 2, s = z + 4, arm = clamp(z * .28, 4, 14);
    for (const [width, colour] of [[4.5, C("halo") + "d9"], [2.5, C("strong")]])
      for (const [u, v] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
        const p = a + u * s, q = b + v * s, i = arm * (1 - 2 * u), j = arm * (1 - 2 * v);
        line([[p + i, q], [p, q], [p, q + j]], colour, width);
      }
  }
};
