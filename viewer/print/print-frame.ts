import type { MapLibreMap, PaddingOptions } from "maplibre-gl";
import { element } from "../element";

/** Between the frame and what covers the map. Pixels. */
const GAP = 12;
/** What covers the map, or would cover the frame. */
const COVERS = ".panel, .card, .time, .maplibregl-ctrl-top-right, .maplibregl-ctrl-bottom-right";

/** Returns the padding that leaves the part of the map free that nothing covers. Each cover cuts off the side that costs the least. */
function freePadding(map: MapLibreMap): PaddingOptions {
  const whole = map.getContainer().getBoundingClientRect();
  const padding = { top: GAP, right: GAP, bottom: GAP, left: GAP };
  for (const cover of map.getContainer().parentElement?.querySelectorAll(COVERS) ?? []) {
    const { left, right, top, bottom, width, height } = cover.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const cuts = [
      { side: "left", pixels: right - whole.left, area: (right - whole.left) * whole.height },
      { side: "right", pixels: whole.right - left, area: (whole.right - left) * whole.height },
      { side: "top", pixels: bottom - whole.top, area: (bottom - whole.top) * whole.width },
      { side: "bottom", pixels: whole.bottom - top, area: (whole.bottom - top) * whole.width },
    ] as const;
    const { side, pixels } = cuts.reduce((best, cut) => (cut.area < best.area ? cut : best));
    padding[side] = Math.max(padding[side], pixels + GAP);
  }
  return padding;
}

/** The frame on the map that shows what will be on paper. */
export class PrintFrame {
  private readonly root = element("div", { className: "print-frame", ariaHidden: "true" });

  constructor(private readonly map: MapLibreMap) {
    map.getContainer().append(this.root);
    this.makeRoom();
  }

  /** Moves the middle of the map to the middle of what is free. */
  makeRoom(): void {
    this.map.setPadding(freePadding(this.map));
  }

  /** Returns the largest width of a frame with some proportions. Pixels. @param shape width through height */
  largest(shape: number): number {
    const { top = 0, right = 0, bottom = 0, left = 0 } = this.map.getPadding();
    const { clientWidth, clientHeight } = this.map.getContainer();
    return Math.max(40, Math.min(clientWidth - left - right, (clientHeight - top - bottom) * shape));
  }

  /** @param width pixels @param shape width through height */
  show(width: number, shape: number): void {
    const { x, y } = this.map.project(this.map.getCenter());
    Object.assign(this.root.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${width / shape}px` });
  }

  remove(): void {
    this.root.remove();
    this.map.setPadding({ top: 0, right: 0, bottom: 0, left: 0 });
  }
}
