// Unpacks the run and the player, and starts the player. Its hash is in the page's Content-Security-Policy.
(async () => {
const unpack = id => {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent), c => c.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
};
self.run = new Uint8Array(await unpack("data").arrayBuffer());
const player = document.createElement("script");
player.textContent = await unpack("player").text();
document.head.append(player);
})().catch(error => {
  document.getElementById("sentence").textContent = `This page cannot play here: ${error.message}`;
});
