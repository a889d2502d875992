import { FullscreenControl, type IControl, type LngLat, type MapLibreMap, NavigationControl, ScaleControl } from "maplibre-gl";

const FIT_ICON = "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M9 12h6M12 9v6";

/** Fits the view to the data. */
class FitControl implements IControl {
  private readonly root = document.createElement("div");

  constructor(private readonly onFit: () => void) {}

  onAdd(): HTMLElement {
    this.root.className = "maplibregl-ctrl maplibregl-ctrl-group";
    const button = document.createElement("button");
    button.type = "button";
    button.ariaLabel = "Show all data";
    button.title = "Show all data";
    const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    icon.setAttribute("viewBox", "0 0 24 24");
    icon.setAttribute("class", "fit");
    icon.ariaHidden = "true";
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", FIT_ICON);
    icon.append(path);
    button.append(icon);
    button.addEventListener("click", this.onFit);
    this.root.append(button);
    return this.root;
  }

  onRemove(): void {
    this.root.remove();
  }
}

/** Shows where the pointer is, and on touch screens the centre. */
class PositionControl implements IControl {
  private readonly root = document.createElement("output");

  onAdd(map: MapLibreMap): HTMLElement {
    this.root.className = "maplibregl-ctrl position";
    const show = ({ lng, lat }: LngLat) => {
      this.root.textContent = `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
    };
    map.on("move", () => show(map.getCenter()));
    map.on("mousemove", ({ lngLat }) => show(lngLat.wrap()));
    show(map.getCenter());
    return this.root;
  }

  onRemove(): void {
    this.root.remove();
  }
}

/** Adds zoom buttons, full screen, scale, position and the button that shows all data. */
export function addControls(map: MapLibreMap, frame: HTMLElement, onFit: () => void): void {
  map.addControl(new NavigationControl({ visualizePitch: true }), "top-right");
  map.addControl(new FitControl(onFit), "top-right");
  map.addControl(new FullscreenControl({ container: frame }), "top-right");
  map.addControl(new ScaleControl({ maxWidth: 120 }), "bottom-right");
  map.addControl(new PositionControl(), "bottom-right");
}
