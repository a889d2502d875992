import type { MapLibreMap } from "maplibre-gl";
import { element } from "../element";
import { copyButton } from "./copy-text";
import type { OpenTool, ToolContext } from "./tool";

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** Writes a view as MapLibre reads it in an address. */
function describeView(map: MapLibreMap): string {
  const { lng, lat } = map.getCenter().wrap();
  const [bearing, pitch] = [map.getBearing(), map.getPitch()];
  const turned = bearing === 0 && pitch === 0 ? [] : [round(bearing, 1), round(pitch, 0)];
  return [round(map.getZoom(), 2), round(lat, 6), round(lng, 6), ...turned].join("/");
}

/** Returns the address that opens the map as it is shown: its view, layers, hidden classes and selected feature. */
function sharedAddress({ map, describe }: ToolContext): string {
  const address = new URL(location.href);
  address.hash = describe(describeView(map));
  return address.href;
}

/** Shows and copies the address of what is shown. */
export const openShare: OpenTool = (card, context) => {
  const { map } = context;
  const field = element("input", { type: "text", readOnly: true, ariaLabel: "Link to this view" });
  const status = element("p", { className: "hint" });
  status.setAttribute("role", "status");
  const show = () => {
    field.value = sharedAddress(context);
  };
  field.addEventListener("focus", () => field.select());
  const copy = copyButton("Copy link", status, () => sharedAddress(context));
  const text = "The link opens the map with this view, these layers and the selected feature. It gives no access to the map.";
  card.append(element("p", { textContent: text }), field, element("div", { className: "actions" }, status, copy));
  show();
  map.on("idle", show);
  return () => {
    map.off("idle", show);
  };
};
