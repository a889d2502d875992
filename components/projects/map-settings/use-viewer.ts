"use client";

import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { type DataMap, type MapView, type ViewerMessage, viewerMessageSchema } from "@/lib/data-maps/schema";

interface ShownMap {
  frame: RefObject<HTMLIFrameElement | null>;
  /** Origin of the map in the frame. Messages go to no other origin, and come from no other. */
  mapOrigin: string;
  /** Null while the draft has mistakes: the frame then keeps the last map. */
  map: DataMap | null;
  onView: (view: MapView) => void;
}

/** Shows a draft in the framed map. */
export function useViewer({ frame, mapOrigin, map, onView }: ShownMap) {
  /** How often a page reported that it is ready. A retry loads it again. */
  const [loads, setLoads] = useState(0);
  const send = useEffectEvent((message: ViewerMessage) => frame.current?.contentWindow?.postMessage(message, mapOrigin));
  const receive = useEffectEvent(({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== mapOrigin || source === null || source !== frame.current?.contentWindow) return;
    const message = viewerMessageSchema.safeParse(data).data;
    if (message?.type === "sea-vision:ready") setLoads((count) => count + 1);
    if (message?.type === "sea-vision:view") onView(message.view);
  });

  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => receive(event);
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);

  useEffect(() => {
    if (loads > 0 && map) send({ type: "sea-vision:show", map });
  }, [loads, map]);

  const askView = () => {
    const message: ViewerMessage = { type: "sea-vision:ask-view" };
    frame.current?.contentWindow?.postMessage(message, mapOrigin);
  };
  return { isReady: loads > 0, askView };
}
