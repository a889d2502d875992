import type { MapLibreMap } from "maplibre-gl";
import { element } from "../element";
import type { Place } from "../position";

/** A cross at the centre of the map, or at a place. */
export class Crosshair {
  private readonly root = element("div", { className: "crosshair", hidden: true, ariaHidden: "true" });

  constructor(private readonly map: MapLibreMap) {
    map.getCanvasContainer().append(this.root);
  }

  get isShown(): boolean {
    return !this.root.hidden;
  }

  set isShown(isShown: boolean) {
    this.root.hidden = !isShown;
  }

  /** @param place null for the centre */
  moveTo(place: Place | null): void {
    const { x, y } = this.map.project(place ?? this.map.getCenter());
    Object.assign(this.root.style, { left: `${x}px`, top: `${y}px` });
  }

  remove(): void {
    this.root.remove();
  }
}
