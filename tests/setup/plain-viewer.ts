/** The page of a data map without a map library: it lists the layers and answers the messages of Map Settings. */
export const plainViewer = `<!doctype html><html lang="en"><title>Map</title><h1></h1><ul></ul><script type="module">
function show({ title, layers }) {
  document.querySelector("h1").textContent = title;
  const items = layers.map(({ name, color, visible = true }) => {
    const item = document.createElement("li");
    item.textContent = name + ", " + color + ", " + (visible ? "visible" : "hidden");
    return item;
  });
  document.querySelector("ul").replaceChildren(...items);
}
addEventListener("message", ({ data, source }) => {
  if (source !== parent) return;
  if (data.type === "sea-vision:show") show(data.map);
  if (data.type === "sea-vision:ask-view") parent.postMessage({ type: "sea-vision:view", view: { center: [4.5, 51.5], zoom: 7 } }, "*");
});
show(await (await fetch("map.json")).json());
parent.postMessage({ type: "sea-vision:ready" }, "*");
</script></html>`;
