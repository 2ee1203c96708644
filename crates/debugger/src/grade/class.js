// The table of a class: headings sort, marks and mistakes filter. Without this script it is a plain table.
const table = document.querySelector("table");
const body = table.tBodies[0];
const rows = [...body.rows];
const button = (text, press) => {
  const made = document.createElement("button");
  made.type = "button";
  made.append(...text);
  made.addEventListener("click", press);
  return made;
};
[...table.tHead.rows[0].cells].forEach((head, column) => {
  if (!("sort" in head.dataset)) return;
  head.append(button([...head.childNodes], () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const value = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
    const number = head.dataset.sort === "number";
    const compare = (a, b) => (number ? value(a) - value(b) : value(a).localeCompare(value(b), "en", { numeric: true }));
    body.append(...rows.slice().sort((a, b) => (up ? compare(a, b) : compare(b, a))));
  }));
});
const note = document.querySelector(".filter");
const pressed = new Set();
let now = null;
const show = (key, what, test, by) => {
  const same = now === key;
  now = same ? null : key;
  for (const one of pressed) one.setAttribute("aria-pressed", "false");
  pressed.clear();
  if (!same) {
    by.setAttribute("aria-pressed", "true");
    pressed.add(by);
  }
  let count = 0;
  for (const row of rows) {
    row.hidden = !same && !test(row);
    count += !row.hidden;
  }
  note.hidden = same;
  note.replaceChildren(`${count} of ${rows.length}: ${what}`, button(["Show all"], () => show(key, what, test, by)));
};
for (const mistake of document.querySelectorAll(".mistake b")) {
  const index = mistake.dataset.mistake;
  const what = mistake.textContent;
  const made = button([what], () => show(`m${index}`, what, (row) => row.dataset.mistakes.split(" ").includes(index), made));
  made.setAttribute("aria-pressed", "false");
  mistake.replaceWith(made);
}
for (const cell of document.querySelectorAll("tbody .mark")) {
  const column = cell.cellIndex;
  const state = cell.dataset.value;
  const sign = cell.firstElementChild;
  const what = `${table.tHead.rows[0].cells[column].textContent} ${sign.title}`;
  const made = button([sign], () => show(`${column} ${state}`, what, (row) => row.cells[column].dataset.value === state, made));
  cell.append(made);
}
