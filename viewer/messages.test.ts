import { afterEach, describe, expect, it, vi } from "vitest";
import type { MapView } from "../lib/data-maps/schema";
import { obeyApplication } from "./messages";

const ORIGIN = "https://admin.example";
const view: MapView = { center: [8, 54], zoom: 9 };
const map = { version: 1, title: "Draft", view, layers: [] };

/** Runs `obeyApplication` in a window with a parent. @returns what it was asked to show, what it posted, and a function that sends to it */
function frame(hasParent = true) {
  const posted = vi.fn();
  const parent = { postMessage: posted };
  const listeners: ((event: object) => void)[] = [];
  const window = { parent: {} as object, addEventListener: (_type: string, listener: (event: object) => void) => listeners.push(listener) };
  window.parent = hasParent ? parent : window;
  vi.stubGlobal("window", window);
  const show = vi.fn();
  obeyApplication(ORIGIN, { show, view: () => view });
  const send = (data: unknown, source: object = parent, origin = ORIGIN) => {
    for (const listener of listeners) listener({ source, origin, data });
  };
  return { posted, show, send };
}

describe("obeyApplication", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("reports that the map is ready", () => {
    expect(frame().posted.mock.calls).toEqual([[{ type: "sea-vision:ready" }, { targetOrigin: "*" }]]);
  });

  it("reports nothing in a window without a frame", () => {
    expect(frame(false).posted).not.toHaveBeenCalled();
  });

  it("shows the draft that its parent sends", () => {
    const { show, send } = frame();
    send({ type: "sea-vision:show", map });
    expect(show).toHaveBeenCalledExactlyOnceWith({ ...map, basemap: null });
  });

  it("ignores windows that aren't its parent, and drafts that are wrong", () => {
    const { show, send } = frame();
    send({ type: "sea-vision:show", map }, {});
    send({ type: "sea-vision:show", map: { ...map, version: 3 } });
    expect(show).not.toHaveBeenCalled();
  });

  it("ignores another site that frames the map", () => {
    const { posted, show, send } = frame();
    send({ type: "sea-vision:show", map }, undefined, "https://elsewhere.example");
    send({ type: "sea-vision:ask-view" }, undefined, "https://elsewhere.example");
    expect(show).not.toHaveBeenCalled();
    expect(posted).toHaveBeenCalledOnce();
  });

  it("sends the view to the origin that asks for it only", () => {
    const { posted, send } = frame();
    send({ type: "sea-vision:ask-view" });
    expect(posted).toHaveBeenLastCalledWith({ type: "sea-vision:view", view }, { targetOrigin: ORIGIN });
  });
});
