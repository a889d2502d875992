/// <reference path="./world-atlas.d.ts" />
import type { Feature } from "geojson";
import L from "leaflet";
import "leaflet/dist/leaflet.css";
import "./draw-map.css";
import { feature, mesh } from "topojson-client";
import world from "world-atlas/countries-50m.json";
import type { GeoData } from "./geo-data";

type MapData = Extract<GeoData, { kind: "map" }>;

const MAX_ZOOM = 14;
const PROPERTIES_SHOWN = 50;

const textOf = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));

function element(name: string, text: string, className: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  // Never as HTML: the file may be malicious.
  made.textContent = text;
  return made;
}

function describeFeature({ properties, geometry, id }: Feature): HTMLElement {
  const entries = Object.entries(properties ?? {});
  if (id !== undefined) entries.unshift(["id", id]);
  const box = document.createElement("div");
  box.append(element("div", geometry?.type ?? "Feature", "mb-1.5 pr-3 font-semibold"));
  if (entries.length === 0) box.append(element("div", "No properties", "text-ink-muted"));
  const list = element("dl", "", "grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5");
  for (const [name, value] of entries.slice(0, PROPERTIES_SHOWN))
    list.append(element("dt", name, "wrap-anywhere text-ink-muted"), element("dd", textOf(value), "wrap-anywhere"));
  if (entries.length > 0) box.append(list);
  if (entries.length > PROPERTIES_SHOWN) box.append(element("div", `and ${entries.length - PROPERTIES_SHOWN} more`, "text-ink-muted"));
  return box;
}

function readColours(element: HTMLElement) {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return { land: colour("--chart-land"), coast: colour("--chart-coast"), data: colour("--chart-data") };
}

/** Draws features on a world map without external requests. Import this file only on demand, because it is large. */
export function drawMap(parent: HTMLElement, { features }: MapData) {
  const map = L.map(parent, { attributionControl: false, zoomControl: true, minZoom: 0, maxZoom: 18, preferCanvas: true, zoomSnap: 0.5 });
  L.control.scale({ position: "bottomleft" }).addTo(map);
  L.control.attribution({ prefix: false }).addAttribution("Coastlines: Natural Earth").addTo(map);

  map.createPane("coasts").style.zIndex = "250";
  const ground = { pane: "coasts", interactive: false, renderer: L.canvas({ pane: "coasts", padding: 0.5 }) };
  const land = L.geoJSON(feature(world, world.objects.land), ground).addTo(map);
  const borders = L.geoJSON(
    mesh(world, world.objects.countries, (a, b) => a !== b),
    ground,
  ).addTo(map);
  const drawn = L.geoJSON(features, {
    pointToLayer: (_, position) => L.circleMarker(position, { radius: 6 }),
  }).addTo(map);
  drawn.bindPopup((layer) => describeFeature((layer as L.Polyline).feature as Feature), { maxHeight: 240, maxWidth: 320 });

  function recolour() {
    const colours = readColours(parent);
    land.setStyle({ color: colours.coast, fillColor: colours.land, fillOpacity: 1, weight: 0.75, opacity: 1 });
    borders.setStyle({ color: colours.coast, weight: 0.75, opacity: 0.8, fill: false });
    drawn.setStyle({ color: colours.data, fillColor: colours.data, weight: 2.5, opacity: 1, fillOpacity: 0.2 });
  }
  recolour();
  map.fitBounds(drawn.getBounds(), { padding: [24, 24], maxZoom: MAX_ZOOM, animate: false });
  return {
    recolour,
    resize: () => void map.invalidateSize({ animate: false }),
    remove: () => void map.remove(),
  };
}
