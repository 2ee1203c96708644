// The run of a page: unpacks it from `run`, steps through it both ways, and makes the sentence of the last event.
const $ = id => document.getElementById(id);
const bytes = self.run;

// Unpacking: a header in JSON, then columns of numbers.
let at = 0;
const number = () => {
  let n = 0, unit = 1, byte;
  do { byte = bytes[at++]; n += (byte & 127) * unit; unit *= 128 } while (byte > 127);
  return n;
};
const column = () => {
  const head = number(), all = new Int32Array(head >> 1);
  for (let k = 0, last = 0; k < all.length; k++) {
    const n = number(), value = n % 2 ? -(n + 1) / 2 : n / 2;
    all[k] = last = head & 1 ? last + value : value;
  }
  return all;
};
const length = number();
const D = JSON.parse(new TextDecoder().decode(bytes.subarray(at, at += length)));
const [W, H] = D.size, area = W * H, columns = 5 + D.layers.length;
const [kinds, cells, froms, masks, says, otherEvents, otherSlots, base] = Array.from({ length: 8 }, column);
const values = Array.from({ length: columns + 2 }, column);
const [ties, tieCounts, tieCells] = [column(), column(), column()];
const places = D.places.map(n => Array.from({ length: n }, column));
const N = kinds.length, steps = [];

// Changes as a log: the slot and value of each, the change that it replaced, and where each event ends.
const slots = [...base.keys()], value = [...base], head = Int32Array.from(slots), before = [], ends = [slots.length];
const rank = new Int32Array(N), used = D.places.map(() => 0), next = values.map(() => 0);
const put = (slot, k) => {
  before[slots.length] = head[slot];
  head[slot] = slots.length;
  slots.push(slot);
  value.push(values[k][next[k]++]);
};
for (let i = 0, o = 0; i < N; i++) {
  for (let k = 0; k < columns && k < 30; k++) if (masks[i] >> k & 1) put(k * area + cells[i] - 1, k);
  for (; otherEvents[o] === i; o++) {
    const slot = otherSlots[o], k = slot / area | 0;
    put(slot, k < columns ? k : slot === base.length - 1 ? columns + 1 : columns);
  }
  ends.push(slots.length);
  rank[i] = used[says[i]]++;
  if (D.cases[kinds[i]][1]) steps.push(i);
}
let now = N;

// A step forward puts an event's changes into their slots; a step back puts back what they replaced.
const seek = to => {
  to = Math.max(0, Math.min(N, to));
  for (; now < to; now++) for (let w = ends[now]; w < ends[now + 1]; w++) head[slots[w]] = w;
  for (; now > to; now--) for (let w = ends[now] - 1; w >= ends[now - 1]; w--) head[slots[w]] = before[w];
};
const get = (k, cell) => value[head[k * area + cell]];
const entry = (layer, cell) => D.layers[layer][2][get(5 + layer, cell)];
const text = e => e === null ? "" : String(Array.isArray(e) ? e[0] : e);
const short = e => Array.isArray(e) ? e[2] : typeof e === "number" ? String(e) : "";
const level = e => Array.isArray(e) ? e[1] : e;
const from = i => froms[i] ? Math.max(0, cells[i] - 1) + (n => n % 2 ? -(n + 1) / 2 : n / 2)(froms[i] - 1) : -1;
const name = cell => `(${cell % W},${cell / W | 0})`;
const dirs = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1]];
const path = () => {
  const p = value[head[base.length - 1]];
  if (p < 0) return D.paths[-1 - p];
  const way = [];
  for (let c = p - 1, d; c >= 0 && way.length < area; c = d ? c + dirs[d - 1][0] + dirs[d - 1][1] * W : -1) {
    way.push(c);
    d = get(2, c);
  }
  return way.reverse();
};

// The sentence of the last event as texts and cells.
const parts = () => {
  const i = now - 1, own = i < 0 ? 0 : Math.max(0, cells[i] - 1);
  if (i < 0 || (now === N && D.ended)) return (i < 0 ? D.first : D.ended).split(/(\(\d+,\d+\))/).map(s => {
    const [, x, y] = s.match(/^\((\d+),(\d+)\)$/) || [], c = x < W && y < H ? x * 1 + y * W : -1;
    return c < 0 ? s : c;
  });
  let place = 0;
  const all = [], args = places[says[i]], r = rank[i], letters = [...D.templates[says[i]]];
  const add = s => typeof all.at(-1) === "string" ? all.push(all.pop() + s) : all.push(s);
  for (let k = 0; k < letters.length; k++) {
    const code = letters[k].charCodeAt(0);
    if (code === 1) all.push(own + args[place++][r]);
    else if (code === 2) { const v = args[place++][r]; add(v % 2 ? D.texts[v >> 1] : String(v / 2)) }
    else if (code === 3) add(text(entry(letters[++k].charCodeAt(0) - 48, own)));
    else add(letters[k]);
  }
  return all;
};
