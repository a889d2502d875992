import { type DataMap, type MapView, type ViewerMessage, viewerMessageSchema } from "../lib/data-maps/schema";
import { APPLICATION_ORIGIN_PATH } from "../lib/data-maps/values";

interface Framed {
  show(map: DataMap): void;
  view(): MapView;
}

/** Returns the origin of the application, which frames the map in Map settings. Other sites may frame it too. */
export async function readApplicationOrigin(): Promise<string> {
  const answer = await fetch(APPLICATION_ORIGIN_PATH);
  if (!answer.ok) throw new Error(`The application's origin answers ${answer.status}.`);
  return await answer.text();
}

/** Obeys the application when it frames the map: Map settings shows its draft here, and asks for the view. */
export function obeyApplication(applicationOrigin: string, framed: Framed): void {
  if (window.parent === window) return;
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    const message = viewerMessageSchema.safeParse(data).data;
    if (source !== window.parent || origin !== applicationOrigin || !message) return;
    if (message.type === "sea-vision:show") framed.show(message.map);
    if (message.type === "sea-vision:ask-view") {
      window.parent.postMessage({ type: "sea-vision:view", view: framed.view() } satisfies ViewerMessage, { targetOrigin: origin });
    }
  });
  // It says nothing about the map, so any parent may know it.
  window.parent.postMessage({ type: "sea-vision:ready" } satisfies ViewerMessage, { targetOrigin: "*" });
}
