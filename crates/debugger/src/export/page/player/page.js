// The parts around the map: the cell with its history, the sentence, the time bar, buttons and keys.

// What stands beside the map.
const make = (tag, className, ...children) => {
  const e = document.createElement(tag);
  e.className = className;
  e.append(...children);
  return e;
};
let playing = 0, shown = -1;
const inspect = () => {
  const cell = picked >= 0 ? picked : now && cells[now - 1] ? cells[now - 1] - 1 : shown;
  shown = cell;
  $("cell").hidden = cell < 0;
  if (cell < 0) return;
  const words = D.layers.map((l, k) => l[1] ? text(entry(k, cell)) : "").filter(s => s);
  $("name").replaceChildren(make("b", "", name(cell)), [...new Set([tile(cell)[0], ...words])].join(", "));
  const rows = D.layers.map((l, k) => [l, text(entry(k, cell))]).filter(([l, s]) => !l[1] && s);
  $("values").replaceChildren(...rows.map(([l, s]) => make("div", "", make("dt", "", l[0]), make("dd", "", s))));
  const all = [];
  for (let i = 0; i < N; i++) if (cells[i] === cell + 1) all.push(i);
  const k = all.filter(i => i < now).length, first = Math.max(0, k - 60), list = $("history");
  const items = all.slice(first, k + 60).map(i => {
    const button = make("button", i === now - 1 ? "at" : i < now ? "" : "later", make("b", "", String(D.from + i + 1)), D.cases[kinds[i]][0], make("span", "", froms[i] ? "from " + name(from(i)) : ""));
    button.onclick = () => go(i + 1);
    return make("li", "", button);
  });
  items.splice(k - first, 0, make("li", "line", "now"));
  list.replaceChildren(...items);
  list.scrollTop = Math.max(0, (k - first) * 22 - 120);
};
const link = async () => {
  if (!D.app) return;
  if (D.link) {
    $("app").href = `${D.app}#${D.link}&at=${D.from + now}`;
    return;
  }
  const scene = { ...D.scene, run: { ...D.scene.run, at: D.from + now } };
  const zlib = new Blob([JSON.stringify(scene)]).stream().pipeThrough(new CompressionStream("deflate"));
  const code = btoa([...new Uint8Array(await new Response(zlib).arrayBuffer())].map(b => String.fromCharCode(b)).join(""));
  $("app").href = D.app + "#gridscope:1:" + code.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
};
const pick = c => { picked = c; show() };
const show = () => {
  draw();
  const own = now ? cells[now - 1] - 1 : -1;
  $("sentence").replaceChildren(...parts().map(part => {
    if (typeof part === "string") return part;
    const button = make("button", part === own ? "cell own" : "cell", name(part));
    button.onclick = () => pick(part);
    return button;
  }));
  $("time").value = now;
  $("time").setAttribute("aria-valuetext", `event ${D.from + now} of ${D.all}`);
  $("count").replaceChildren(make("b", "", (D.from + now).toLocaleString("en")), " of " + D.all.toLocaleString("en"));
  bar();
  inspect();
  if (!playing) link();
};
const go = to => { seek(to); show() };

// The time bar: what is done, what is to come, and the ties below.
const bar = () => {
  const e = $("ticks"), t = e.getContext("2d"), scale = devicePixelRatio || 1, wide = e.clientWidth - 8;
  e.width = (wide + 8) * scale;
  e.height = 24 * scale;
  t.setTransform(scale, 0, 0, scale, 4 * scale, 0);
  const place = i => N ? i / N * wide : 0;
  t.fillStyle = C("hover");
  t.fillRect(0, 10, wide, 4);
  t.globalAlpha = .62;
  t.fillStyle = C("link");
  t.fillRect(0, 10, place(now), 4);
  t.globalAlpha = 1;
  t.fillStyle = C("tie");
  let before = -2;
  for (const i of ties) if (place(i + 1) > before + 1.5) t.fillRect(before = place(i + 1), 17, 1.5, 5);
};

// Playing: `speed` times 12 events a second.
let speed = 1, due = 0;
const stop = () => {
  playing = 0;
  $("play").className = "";
  $("play").ariaPressed = "false";
  $("sentence").setAttribute("aria-live", "polite");
};
const play = () => {
  if (playing) { stop(); return link() }
  if (now === N) seek(0);
  playing = performance.now();
  due = 0;
  $("play").className = "on";
  $("play").ariaPressed = "true";
  $("sentence").setAttribute("aria-live", "off");
  requestAnimationFrame(tick);
};
const tick = time => {
  if (!playing) return;
  due += Math.max(0, time - playing) / 1000 * 12 * speed;
  playing = time;
  if (due >= 1) {
    const events = due | 0;
    due -= events;
    if (now + events >= N) stop();
    go(now + events);
  }
  requestAnimationFrame(tick);
};
const stride = way => {
  const k = way > 0 ? steps.find(i => i >= now) : steps.findLast(i => i + 1 < now);
  go(k === undefined ? (way > 0 ? N : 0) : k + 1);
};
const tie = way => {
  const k = way > 0 ? ties.find(i => i >= now) : ties.findLast(i => i + 1 < now);
  if (k !== undefined) go(k + 1);
};
$("start").onclick = () => go(0);
$("back").onclick = () => go(now - 1);
$("play").onclick = play;
$("next").onclick = () => go(now + 1);
$("end").onclick = () => go(N);
$("speed").append(...[.25, .5, 1, 2, 4, 10, 50, 250].map(s => new Option(s + "×", s, s === 1, s === 1)));
$("speed").onchange = e => speed = +e.target.value;
$("time").max = N;
$("time").oninput = e => go(+e.target.value);
canvas.onclick = e => {
  const a = e.offsetX / z | 0, b = e.offsetY / z | 0, c = a + b * W;
  if (a < W && b < H) pick(c === picked ? -1 : c);
};
const keys = {
  ArrowLeft: e => e.shiftKey ? stride(-1) : go(now - 1), ArrowRight: e => e.shiftKey ? stride(1) : go(now + 1),
  Home: () => go(0), End: () => go(N), " ": play, Escape: () => pick(-1),
  t: e => tie(1), T: e => tie(e.shiftKey ? -1 : 1),
};
document.onkeydown = e => {
  const key = keys[e.key], own = e.target.localName;
  if (!key || e.ctrlKey || e.altKey || e.metaKey || own === "select" || e.key === " " && own === "button") return;
  e.preventDefault();
  key(e);
};
if (D.app) $("app").hidden = false;
dark.onchange = () => { paint(); show() };
new ResizeObserver(() => { const was = z, wide = canvas.width; size(); if (z !== was || wide !== canvas.width) show(); else draw() }).observe($("map"));
paint();
size();
seek(D.now);
show();
document.documentElement.dataset.ready = 1;
