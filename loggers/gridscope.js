// gridscope's logger for JavaScript: copy this file beside your program; require("./gridscope.js"), or a <script> of its own.
//
// GRIDSCOPE=off writes nothing, GRIDSCOPE=1 to standard output, any other value to the file of that name.
// Unset, it writes to gridscope.trace.jsonl in the current folder: who calls a logger wants a log.
// In a browser there are no files: copy(gridscope.lines.join("\n")) in the console; globalThis.GRIDSCOPE = "off" there.
(function () {
  "use strict";
  const process = globalThis.process;
  const fs = typeof require === "function" ? require("fs") : process?.getBuiltinModule?.("fs");
  const unset = "gridscope.trace.jsonl", lines = [];
  let to = (process?.env ?? globalThis).GRIDSCOPE || unset, fd = null, searches = 0;
  // JSON has no infinity; NaN and what is missing become null.
  const plain = (_, v) => (v === undefined ? null : v === Infinity ? "inf" : v === -Infinity ? "-inf" : v);
  function file(name) { // a log is replaced, but never a file that is none
    if (name === unset && fs.lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error(name + " is a link, so it is not followed; set GRIDSCOPE to another name");
    const old = fs.statSync(name, { throwIfNoEntry: false });
    if (old?.isFile() && old.size > 0) {
      const head = Buffer.alloc(1024), from = fs.openSync(name, "r");
      fs.readSync(from, head);
      fs.closeSync(from);
      if (!/^{[^]*gridscope-trace/.test(head))
        throw new Error(name + " is no gridscope log, so it is not replaced; set GRIDSCOPE to another name");
    }
    return fs.openSync(name, "w");
  }
  function write(line) {
    if (to === "off" || globalThis.GRIDSCOPE === "off") return;
    const text = JSON.stringify(line, plain);
    if (!fs) return void lines.push(text);
    try {
      fd ??= to === "1" ? 1 : file(to);
      const bytes = Buffer.from(text + "\n"); // at once, so that a log can be followed, and is whole after a crash
      for (let at = 0; at < bytes.length; ) {
        try { at += fs.writeSync(fd, bytes, at); } catch (e) { if (e.code !== "EAGAIN") throw e; } // a full pipe
      }
    } catch (e) { to = "off"; console.error("gridscope writes no log: " + e.message); }
  }
  const event = (word, fields) => write({ event: word, ...fields });
  function start(rows, start, goal, neighbours = 8, corners = "never", order = ["f"], more = {}) { // more: costs, optimal, …
    if (++searches > 2) event("end");
    if (searches > 1) return event("begin", { phase: "search", start, goal, order });
    write({ format: "gridscope-trace", version: 2, map: rows, start, goal, neighbours, corners, order, ...more });
  }
  const gridscope = { lines, event, start, open: (x, y, from, g, h) => event("open", { at: [x, y], from, g, h }),
    expand: (x, y, g) => event("expand", { at: [x, y], g }), path: (cells, cost) => event("path", { cells, cost }),
    reject: (x, y, from, why) => event("reject", { at: [x, y], from, why }), done: (result) => event("done", { result }) };
  if (typeof module === "object" && module.exports) module.exports = gridscope; else globalThis.gridscope = gridscope;
})();
