import { FullscreenControl, type IControl, type MapLibreMap, NavigationControl, ScaleControl } from "maplibre-gl";
import { controlButton } from "./control-button";
import { element } from "./element";

const FIT_ICON = "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M9 12h6M12 9v6";

/** Fits the view to the data. */
class FitControl implements IControl {
  private readonly root = element("div", { className: "maplibregl-ctrl maplibregl-ctrl-group" });

  constructor(private readonly onFit: () => void) {}

  onAdd(): HTMLElement {
    this.root.append(controlButton("Show all data", FIT_ICON, this.onFit));
    return this.root;
  }

  onRemove(): void {
    this.root.remove();
  }
}

interface Controls {
  tools: IControl;
  position: IControl;
  onFit: () => void;
}

/** Adds zoom buttons, full screen, tools, scale, position and the button that shows all data. */
export function addControls(map: MapLibreMap, frame: HTMLElement, { tools, position, onFit }: Controls): void {
  map.addControl(new NavigationControl({ visualizePitch: true }), "top-right");
  map.addControl(new FitControl(onFit), "top-right");
  map.addControl(new FullscreenControl({ container: frame }), "top-right");
  map.addControl(tools, "top-right");
  map.addControl(new ScaleControl({ maxWidth: 120 }), "bottom-right");
  map.addControl(position, "bottom-right");
}
