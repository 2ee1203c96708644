// Searches and filters the library. Without this script all lessons are listed.
const form = document.querySelector(".filters");
const [search, choice] = [form.querySelector("input"), form.querySelector("select")];
const buttons = [...form.querySelectorAll("button")];
const cards = [...document.querySelectorAll(".cards li")];
let group = "";

/** Returns whether a lesson has all words, in its title or its text. */
const has = (card, words) => {
  const text = `${card.textContent.toLowerCase()} ${card.dataset.words}`;
  return words.every((word) => text.includes(word));
};

/** Shows the lessons that fit, and the number of those that each topic has. */
const filter = () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = cards.filter((card) => has(card, words) && (choice.value === "" || card.dataset.algorithm === choice.value));
  for (const card of cards) card.hidden = !found.includes(card) || (group !== "" && card.dataset.group !== group);
  for (const button of buttons) {
    button.setAttribute("aria-pressed", String(button.dataset.group === group));
    button.querySelector("span").textContent = found.filter((card) => card.dataset.group === button.dataset.group).length;
  }
  for (const section of document.querySelectorAll(".group")) section.hidden = !section.querySelector("li:not([hidden])");
  const shown = cards.filter((card) => !card.hidden).length;
  form.querySelector(".count").textContent = shown === cards.length ? "" : `${shown} of ${cards.length} lessons`;
};

for (const button of buttons) {
  button.addEventListener("click", () => {
    group = group === button.dataset.group ? "" : button.dataset.group;
    filter();
  });
}
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", filter);
form.hidden = false;
filter();
