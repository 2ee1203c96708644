// Searches the sections of all pages of docs/. They are fetched with the first letter.
const form = document.querySelector(".find");
const [field, list] = [form.querySelector("input"), form.querySelector(".found")];
const LARGEST = 12;
let sections = null;

/** Returns how well a section fits: the words in its heading count most. 0 if one of the words is missing. */
const worth = ([page, heading, , text], words) => {
  const [head, all] = [`${page} ${heading}`.toLowerCase(), text.toLowerCase()];
  if (!words.every((word) => head.includes(word) || all.includes(word))) return 0;
  return 1 + words.filter((word) => head.includes(word)).length * 10 + words.reduce((sum, word) => sum + Math.min(5, all.split(word).length - 1), 0);
};

const element = (tag, text, ...children) => {
  const created = document.createElement(tag);
  created.append(text, ...children);
  return created;
};

const show = () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (!sections || words.length === 0) {
    list.replaceChildren();
    return;
  }
  const found = sections.map((section) => [worth(section, words), section]).filter(([points]) => points > 0);
  found.sort(([a], [b]) => b - a);
  const rows = found.slice(0, LARGEST).map(([, [page, heading, address]]) => {
    const link = element("a", heading, element("small", page));
    link.href = form.dataset.root + address;
    return element("li", link);
  });
  list.replaceChildren(...rows.length ? rows : [element("li", "Nothing has all of these words.")]);
};

self.gridscopeSections = (all) => {
  sections = all;
  show();
};

field.addEventListener("input", () => {
  if (sections === null) {
    sections = undefined;
    const script = document.createElement("script");
    script.src = `${form.dataset.root}sections.js`;
    document.head.append(script);
  }
  show();
});
field.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  field.value = "";
  show();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
form.hidden = false;
