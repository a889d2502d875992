import type { LngLat, MapMouseEvent } from "maplibre-gl";
import { element } from "../element";
import type { PositionControl } from "../position";
import type { ShownMap } from "../shown-map";
import { type CoordinateFormat, coordinateFormats } from "./coordinate-formats";
import { copyButton } from "./copy-text";
import { Crosshair } from "./crosshair";
import { readChoice, storeChoice } from "./stored-choice";
import type { OpenTool } from "./tool";

const CHOICE = "coordinates";

const preferredOf = (formats: readonly CoordinateFormat[]) => formats.find(({ id }) => id === readChoice(CHOICE)) ?? formats[0];

/** Lets the position be written as the visitor has chosen before. */
export function preferFormat(position: PositionControl, { layers }: ShownMap): void {
  const preferred = preferredOf(coordinateFormats(layers));
  if (preferred) position.setFormat(preferred.format);
}

/** Shows a place in each format: the centre, until the visitor clicks on the map. Copies it. */
export const openCoordinates: OpenTool = (card, { map, position, shownMap }, place) => {
  const formats = coordinateFormats(shownMap().layers);
  let chosen = preferredOf(formats);
  let pinned: LngLat | null = place;
  const crosshair = new Crosshair(map);
  crosshair.isShown = true;
  const status = element("p", { className: "hint" });
  status.setAttribute("role", "status");

  const rows = formats.map((format) => {
    const radio = element("input", { type: "radio", name: "format", checked: format === chosen });
    radio.addEventListener("change", () => {
      chosen = format;
      storeChoice(CHOICE, format.id);
      position.setFormat(format.format);
    });
    const value = element("b");
    return { format, value, row: element("label", {}, radio, element("span", { textContent: format.name }), value) };
  });
  const where = () => (pinned ?? map.getCenter()).wrap();
  const values = element("div", { className: "total" });
  async function showValues(): Promise<void> {
    const at = where();
    const found = await position.valuesAt(at);
    const isLate = `${at}` !== `${where()}`;
    if (!isLate) values.replaceChildren(...found.map(({ name, text }) => element("p", { textContent: `${name}: ${text}` })));
  }
  function show(): void {
    void showValues();
    for (const { format, value } of rows) value.textContent = format.format(where());
    crosshair.moveTo(pinned);
    status.textContent = pinned ? "" : "Click on the map to choose a place.";
  }
  function pin({ lngLat }: MapMouseEvent): void {
    pinned = lngLat;
    show();
  }
  const copy = copyButton("Copy coordinates", status, () => chosen?.format(where()) ?? "");
  const list = element("fieldset", { className: "formats" }, element("legend", { textContent: "Format" }), ...rows.map(({ row }) => row));
  card.append(list, values, element("div", { className: "actions" }, status, copy));

  map.on("click", pin);
  map.on("move", show);
  show();
  return () => {
    map.off("click", pin);
    map.off("move", show);
    crosshair.remove();
  };
};
