// The front page: the first map plays and its flag can be dragged, cards play one at a time, commands can be copied.
(() => {
const prefersStillness = matchMedia("(prefers-reduced-motion: reduce)");
/** Time that a finished search stays, and a sign of a copy, in milliseconds. */
const [HOLD, COPIED] = [2000, 1500];

const player = document.getElementById("first");
const frame = player.closest(".player");
const toggle = frame.querySelector(".toggle");
const line = frame.querySelector("p");
const cells = player.dataset.cells.split(",");
const { deciding, runs } = player.dataset;
/** Whether the reader stopped the player, the pointer is over the map, and the flag was moved. */
let [isStopped, isOver, isMoved] = [prefersStillness.matches, false, false];
let hold = 0;

const fetchRun = async (name) => {
  const response = await fetch(`${runs}${name}.run`).catch(() => null);
  if (!response?.ok) throw new Error("The search to this cell cannot be fetched.");
  return new Uint8Array(await new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
};

/** Plays, unless something holds the player. */
const decide = () => {
  clearTimeout(hold);
  const may = player.run && !isStopped && !isOver && !dragged && !working && document.visibilityState === "visible";
  if (may) player.play();
  else player.pause();
  show();
};

const show = () => {
  frame.classList.toggle("playing", !isStopped);
  toggle.setAttribute("aria-label", isStopped ? "Play" : "Pause");
};

const flag = document.createElement("button");
flag.type = "button";
flag.className = "flag fresh";
flag.setAttribute("aria-label", "Drag the flag, or move it with the arrow keys.");
const bubble = document.createElement("span");
bubble.className = "bubble";
bubble.textContent = "Drag the flag";
flag.append(bubble);

/** Returns the cell of the flag. */
const goal = () => {
  const number = player.run.header.actors.findIndex(([kind]) => kind === "goal");
  const [cell] = player.run.state(Math.max(0, number));
  return player.run.place(cell);
};
let place = player.getAttribute("src").match(/(\d+)-(\d+)\.run/).slice(1).map(Number);
/** Puts the handle over the flag. */
const put = () => {
  const { side, origin } = player.map;
  flag.style.setProperty("--side", `${side}px`);
  [flag.style.width, flag.style.height] = [`${side}px`, `${side}px`];
  [flag.style.left, flag.style.top] = place.map((cell, axis) => `${origin[axis] + cell * side}px`);
};

let dragged = false;
let wanted = 0;
/** Searches for the flag in another cell. */
const move = async (x, y) => {
  if (cells[y]?.[x] !== "1" || (x === place[0] && y === place[1])) return;
  place = [x, y];
  isMoved = true;
  flag.classList.remove("fresh");
  put();
  const number = (wanted += 1);
  try {
    const bytes = await fetchRun(`${x}-${y}`);
    if (number !== wanted) return;
    player.show(bytes, Infinity);
    line.textContent = player.sentence;
  } catch (error) {
    if (number === wanted) line.textContent = error.message;
  }
};

player.addEventListener("ready", () => {
  if (flag.isConnected) return;
  frame.classList.add("live");
  toggle.disabled = false;
  player.querySelector(".map").append(flag);
  if (prefersStillness.matches) player.seek(Number(deciding));
  put();
  decide();
}, { once: true });
player.addEventListener("fit", put);
player.addEventListener("error", (event) => { line.textContent = event.detail; });
player.addEventListener("moment", () => frame.style.setProperty("--share", player.run.now / player.run.length));
player.addEventListener("end", () => {
  clearTimeout(hold);
  hold = setTimeout(decide, HOLD);
});
player.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") { isOver = true; decide(); } });
player.addEventListener("pointerleave", () => { isOver = false; decide(); });
document.addEventListener("visibilitychange", () => decide());
toggle.addEventListener("click", () => {
  isStopped = !isStopped;
  decide();
});

flag.addEventListener("pointerdown", (event) => {
  flag.setPointerCapture(event.pointerId);
  dragged = true;
  decide();
});
flag.addEventListener("pointermove", (event) => {
  const cell = dragged && player.cellAt(event.clientX, event.clientY);
  if (cell) move(...cell);
});
for (const kind of ["pointerup", "pointercancel"]) {
  flag.addEventListener(kind, () => {
    dragged = false;
    if (isMoved && player.run && player.run.now === player.run.length) hold = setTimeout(decide, HOLD);
    else decide();
  });
}
flag.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!step) return;
  event.preventDefault();
  const free = [1, 2, 3].map((far) => place.map((cell, axis) => cell + step[axis] * far)).find(([x, y]) => cells[y]?.[x] === "1");
  if (free) move(...free);
});

/** The card that plays. */
let working = null;
const work = (card) => {
  if (working === card) return;
  if (working) {
    working.pause();
    working.classList.remove("at-work");
  }
  working = prefersStillness.matches ? null : card;
  if (working) {
    working.load().then(() => {
      if (working !== card || !card.run) return;
      card.classList.add("at-work");
      card.seek(0);
      card.play();
    });
  }
  decide();
};
const links = [...document.querySelectorAll(".cards a")];
const cardOf = (link) => link.querySelector("gridscope-run");
for (const link of links) {
  link.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") work(cardOf(link)); });
  link.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") work(null); });
  link.addEventListener("focus", () => work(cardOf(link)));
  link.addEventListener("blur", () => work(null));
  cardOf(link).addEventListener("end", () => {
    const card = cardOf(link);
    setTimeout(() => { if (working === card) { card.seek(0); card.play(); } }, HOLD);
  });
}
// Without a pointer that hovers, the card nearest the middle of the window plays.
if (matchMedia("(hover: none)").matches) {
  let waits = 0;
  addEventListener("scroll", () => {
    clearTimeout(waits);
    waits = setTimeout(() => {
      const distance = (card) => {
        const { top, bottom, left, right } = card.getBoundingClientRect();
        return Math.hypot((top + bottom - innerHeight) / 2, (left + right - innerWidth) / 2);
      };
      const nearest = [player, ...links.map(cardOf)].reduce((a, b) => (distance(b) < distance(a) ? b : a));
      work(nearest === player ? null : nearest);
    }, 150);
  }, { passive: true });
}

for (const button of document.querySelectorAll(".copy")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), COPIED);
  });
}
show();
})();
