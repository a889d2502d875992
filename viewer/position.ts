import type { IControl, LngLat, MapLibreMap } from "maplibre-gl";
import { element } from "./element";

/** A place in degrees. Of several turns around the world, the map names the first. */
export type Place = Pick<LngLat, "lng" | "lat">;

/** A measurement with its unit, and the name of its layer. */
export interface NamedValue {
  name: string;
  value: number;
  text: string;
}

export const formatDecimal = ({ lng, lat }: Place) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`;

/** Shows where the pointer is, and the measurement there. On touch screens: of the place of a tap, until the map moves to another centre. */
export class PositionControl implements IControl {
  private readonly root = element("button", { type: "button", className: "maplibregl-ctrl position", title: "Show coordinates" });
  private format: (place: Place) => string = formatDecimal;
  private place: Place = { lng: 0, lat: 0 };

  /** @param valuesAt returns the measurements at a place */
  constructor(
    private readonly onClick: () => void,
    readonly valuesAt: (place: Place) => Promise<NamedValue[]>,
  ) {}

  onAdd(map: MapLibreMap): HTMLElement {
    const show = (place: LngLat) => {
      this.place = place.wrap();
      void this.update();
    };
    map.on("move", () => show(map.getCenter()));
    for (const type of ["mousemove", "click"] as const) map.on(type, ({ lngLat }) => show(lngLat));
    this.root.addEventListener("click", this.onClick);
    show(map.getCenter());
    return this.root;
  }

  onRemove(): void {
    this.root.remove();
  }

  setFormat(format: (place: Place) => string): void {
    this.format = format;
    void this.update();
  }

  private async update(): Promise<void> {
    const { place } = this;
    const text = this.format(place);
    this.root.textContent = text;
    const [value] = await this.valuesAt(place);
    if (value && place === this.place) this.root.textContent = `${text} · ${value.text}`;
  }
}
