// The transport of both players, that of a page that plays and <gridscope-player>: buttons, time bar, keys, and the
// sentence with its cells.

const ICONS = {
  start: ["M3 3h2v10H3zM13 3v10L5 8z"],
  back: ["M11 3v10L5 8z"],
  play: ["M4 2v12l10-6z", "M4 3h3v10H4zM9 3h3v10H9z"],
  next: ["M5 3v10l6-5z"],
  end: ["M11 3h2v10h-2zM3 3v10l8-5z"],
};
const TITLES = {
  start: "Start (Home)", back: "Back (←)", play: "Play (Space)", next: "Forward (→)", end: "End (End)",
};
/** Largest number of ticks for ties. */
const LARGEST_TICKS = 400;

/** Creates an element with a class and children. */
export const element = (tag, className, ...children) => {
  const created = document.createElement(tag);
  created.className = className;
  created.append(...children);
  return created;
};

/** Creates a node of an SVG, like that of the given one. */
const svgNode = (svg, tag, attributes) => {
  const node = document.createElementNS(svg.namespaceURI, tag);
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, value);
  return node;
};

/** Creates the button of that name, which is also its class. `svg` is any SVG of the document. */
export const transportButton = (svg, name, onClick) => {
  const button = element("button", name);
  button.type = "button";
  button.title = TITLES[name];
  button.setAttribute("aria-label", TITLES[name].split(" ")[0]);
  for (const path of ICONS[name]) {
    const icon = svgNode(svg, "svg", { viewBox: "0 0 16 16" });
    icon.append(svgNode(svg, "path", { d: path }));
    button.append(icon);
  }
  button.addEventListener("click", onClick);
  return button;
};

/** Returns what a key asks of a player, or undefined. */
export const actionOf = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const arrow = (step, group) => (event.shiftKey ? group : step);
  return {
    ArrowLeft: arrow("back", "previousStep"), ArrowRight: arrow("next", "nextStep"),
    t: "nextTie", T: arrow("nextTie", "previousTie"),
    " ": "toggle", Home: "start", End: "end", Escape: "deselect",
  }[event.key];
};

/** Splits a sentence into texts and cells: strings, and pairs of numbers. */
export const sentenceParts = (sentence) => sentence.split(/(\(\d+,\d+\))/).filter((part) => part !== "").map((part) => {
  const cell = part.match(/^\((\d+),(\d+)\)$/);
  return cell ? [Number(cell[1]), Number(cell[2])] : part;
});

/** Returns a sentence's parts as texts and buttons that select a cell. */
export const sentenceNodes = (parts, className, select) => parts.map((part) => {
  if (typeof part === "string") return part;
  const [x, y] = part;
  const button = element("button", className(x, y), `(${x},${y})`);
  button.type = "button";
  button.addEventListener("click", () => select(x, y));
  return button;
});

/** Returns the nodes that say how far the run is. */
export const countNodes = (at, length) =>
  [element("b", "", at.toLocaleString("en")), ` of ${length.toLocaleString("en")}`];

/** Returns the share of the time from the first to the last event, from 0 to 1. */
export const shareOf = (at, first, last) => (last > first ? (at - first) / (last - first) : 0);

/** Returns the shares at which ties have a tick, all or evenly chosen ones. */
export const tickShares = (ties, first, last) => {
  const within = ties.filter((at) => at >= first && at <= last);
  const step = Math.max(1, Math.ceil(within.length / LARGEST_TICKS));
  return within.filter((_, number) => number % step === 0).map((at) => shareOf(at, first, last));
};

/** Returns the ticks of ties as shapes of this SVG. */
export const tickNodes = (svg, ties, first, last) => tickShares(ties, first, last).map((share) =>
  svgNode(svg, "rect", { x: `${(share * 100).toFixed(2)}%`, width: "1.5", height: "5" }));
