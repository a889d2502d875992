import { type DataMap, type MapView, type ViewerMessage, viewerMessageSchema } from "../lib/data-maps/schema";

interface Framed {
  show(map: DataMap): void;
  view(): MapView;
}

/** Obeys the page that frames the map: Map settings shows its draft here, and asks for the view. */
export function obeyParent(framed: Framed): void {
  if (window.parent === window) return;
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    const message = viewerMessageSchema.safeParse(data).data;
    if (source !== window.parent || !message) return;
    if (message.type === "sea-vision:show") framed.show(message.map);
    if (message.type === "sea-vision:ask-view") {
      window.parent.postMessage({ type: "sea-vision:view", view: framed.view() } satisfies ViewerMessage, { targetOrigin: origin });
    }
  });
  // It says nothing about the map, so any parent may know it.
  window.parent.postMessage({ type: "sea-vision:ready" } satisfies ViewerMessage, { targetOrigin: "*" });
}
