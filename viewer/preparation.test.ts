import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type DataMap, dataMapSchema } from "../lib/data-maps/schema";
import { showWhenPrepared } from "./preparation";

const mapOf = (layer: object): DataMap =>
  dataMapSchema.parse({
    version: 1,
    title: "Harbour",
    view: { center: [8, 54], zoom: 9 },
    layers: [{ name: "Sea", kind: "mixed", ...layer }],
  });

const preparing = mapOf({ file: "sea.gpkg", format: "gdal" });
const failed = mapOf({ file: "sea.gpkg", format: "gdal", problem: "It is damaged." });
const ready = mapOf({ file: "sea.pmtiles", format: "pmtiles" });

class Page extends EventTarget {
  hidden = false;

  turn(isHidden: boolean): void {
    this.hidden = isHidden;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

let page: Page;
beforeEach(() => {
  vi.useFakeTimers();
  page = new Page();
  vi.stubGlobal("document", page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(first: DataMap) {
  const read = vi.fn(async () => preparing);
  const show = vi.fn();
  const end = new AbortController();
  void showWhenPrepared(first, { read, show, signal: end.signal });
  return { read, show, end };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe("showWhenPrepared", () => {
  it.each([
    ["ready", ready],
    ["with a problem", failed],
  ])("shows a map that is %s, and ends", async (_, next) => {
    const { read, show } = start(preparing);
    await pass(3);
    expect(show).not.toHaveBeenCalled();
    read.mockResolvedValue(next);
    await pass(60);
    expect(show).toHaveBeenCalledExactlyOnceWith(next);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("reads nothing while no layer is being prepared", async () => {
    const { read } = start(failed);
    await pass(60);
    expect(read).not.toHaveBeenCalled();
  });

  it("reads every 3 seconds at first, then every 10", async () => {
    const { read } = start(preparing);
    await pass(30);
    expect(read).toHaveBeenCalledTimes(10);
    await pass(30);
    expect(read).toHaveBeenCalledTimes(13);
  });

  it("waits while the page is hidden", async () => {
    const { read } = start(preparing);
    page.turn(true);
    await pass(60);
    expect(read).not.toHaveBeenCalled();
    page.turn(false);
    await pass(0);
    expect(read).toHaveBeenCalledOnce();
  });

  it("tries again after a failure", async () => {
    const { read, show } = start(preparing);
    read.mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce(ready);
    await pass(6);
    expect(show).toHaveBeenCalledExactlyOnceWith(ready);
  });

  it("shows nothing after its end", async () => {
    const { read, show, end } = start(preparing);
    read.mockResolvedValue(ready);
    end.abort();
    await pass(60);
    expect(show).not.toHaveBeenCalled();
  });
});
