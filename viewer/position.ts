import type { IControl, LngLat, MapLibreMap } from "maplibre-gl";
import { element } from "./element";

/** A place in degrees. Of several turns around the world, the map names the first. */
export type Place = Pick<LngLat, "lng" | "lat">;

export const formatDecimal = ({ lng, lat }: Place) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`;

/** Shows where the pointer is, and on touch screens the centre. */
export class PositionControl implements IControl {
  private readonly root = element("button", { type: "button", className: "maplibregl-ctrl position", title: "Show coordinates" });
  private format: (place: Place) => string = formatDecimal;
  private place: Place = { lng: 0, lat: 0 };

  constructor(private readonly onClick: () => void) {}

  onAdd(map: MapLibreMap): HTMLElement {
    const show = (place: LngLat) => {
      this.place = place.wrap();
      this.update();
    };
    map.on("move", () => show(map.getCenter()));
    map.on("mousemove", ({ lngLat }) => show(lngLat));
    this.root.addEventListener("click", this.onClick);
    show(map.getCenter());
    return this.root;
  }

  onRemove(): void {
    this.root.remove();
  }

  setFormat(format: (place: Place) => string): void {
    this.format = format;
    this.update();
  }

  private update(): void {
    this.root.textContent = this.format(this.place);
  }
}
