import type { DataMap } from "../lib/data-maps/schema";
import { obeyApplication, readApplicationOrigin } from "./messages";
import { showWhenPrepared } from "./preparation";
import { MapFileError, readMap } from "./read-map";
import { Viewer } from "./viewer";

/** Shows a message instead of the map. */
function showMessage(title: string, text: string): void {
  const message = document.createElement("main");
  message.className = "message";
  const [heading, paragraph] = [document.createElement("h1"), document.createElement("p")];
  heading.textContent = title;
  paragraph.textContent = text;
  message.append(heading, paragraph);
  document.body.replaceChildren(message);
}

/** Marks the page, so that thumbnails are taken of the whole map. */
const mark = (state: "failed" | "ready") => {
  document.documentElement.dataset.state = state;
};

async function start(): Promise<void> {
  const map = await readMap();
  const viewer = new Viewer(map);
  const reading = viewer.show(map);
  const editing = new AbortController();
  function showDraft(draft: DataMap): void {
    editing.abort();
    void viewer.show(draft);
  }
  const framed = { show: showDraft, view: () => viewer.view() };
  void showWhenPrepared(map, { read: readMap, show: (next) => void viewer.update(next), signal: editing.signal });
  // While a thumbnail is rendered, there is no application.
  readApplicationOrigin().then(
    (origin) => obeyApplication(origin, framed),
    () => undefined,
  );
  await reading;
  await viewer.drawn();
  viewer.showSelected();
  mark("ready");
}

start().catch((error: unknown) => {
  const isWebGl = error instanceof Error && /webgl/i.test(error.message);
  const text = isWebGl ? "This browser can't draw maps: WebGL is off. Turn it on, or use another browser." : "Reload the page.";
  showMessage("The map can't be shown", error instanceof MapFileError ? error.message : text);
  mark("failed");
});
