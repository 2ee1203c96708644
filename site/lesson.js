// Puts the player into its place on the page of a lesson, and lets the page follow it. Without this script the page has the
// still of the player, and its pictures lead to the program.
const place = document.querySelector(".player");
const frame = document.createElement("iframe");
frame.title = "Player";
frame.src = `${place.dataset.src}#stage=play`;
// Its scripts are its own, and its policy admits nothing else.
frame.sandbox = "allow-scripts allow-popups";
addEventListener("load", () => place.append(frame));

const button = document.querySelector(".now");
const count = document.querySelector(".rail .at span");

addEventListener("message", ({ source, data }) => {
  const words = source === frame.contentWindow && data?.gridscope;
  if (!words) return;
  if (words.leave) {
    frame.blur();
    button.focus({ preventScroll: true });
    return;
  }
  button.href = button.href.replace(/&at=\d+/, `&at=${words.at}`);
  count.textContent = words.at.toLocaleString("en");
});

/** Takes the player to the event of a picture. */
const follow = (link) => (event) => {
  if (!frame.contentWindow || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  frame.contentWindow.postMessage({ at: Number(link.dataset.at) }, "*");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  place.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
};
for (const link of document.querySelectorAll(".moment")) link.addEventListener("click", follow(link));
