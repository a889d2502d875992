import type { Point } from "geojson";
import { type GeoJSONSource, type LngLat, type MapGeoJSONFeature, type MapLibreMap, type PointLike, Popup } from "maplibre-gl";
import type { Found, LayerAt } from "./feature-pages";
import { layerOf } from "./map-style";

/** Pixels around a click in which features are found, so that fingers hit thin lines. */
const REACH = 6;
const MOST_FEATURES = 50;

const around = ({ x, y }: { x: number; y: number }): [PointLike, PointLike] => [
  [x - REACH, y - REACH],
  [x + REACH, y + REACH],
];

/** Returns the features at a point, the uppermost first. A feature that several layers or tiles draw is returned once. */
function featuresAt(map: MapLibreMap, point: { x: number; y: number }): Found[] {
  const found = new Map<string, Found>();
  for (const feature of map.queryRenderedFeatures(around(point))) {
    const layer = layerOf(feature.layer);
    if (layer === null) continue;
    const key = identify(layer, feature);
    if (!found.has(key)) found.set(key, { layer, attributes: feature.properties });
    if (found.size === MOST_FEATURES) break;
  }
  return [...found.values()];
}

const identify = (layer: string, { id, properties }: MapGeoJSONFeature) => `${layer} ${id ?? ""} ${JSON.stringify(properties)}`;

/** Zooms to where a cluster comes apart. */
async function zoomInto(map: MapLibreMap, { source, properties, geometry }: MapGeoJSONFeature): Promise<void> {
  const zoom = await map.getSource<GeoJSONSource>(source)?.getClusterExpansionZoom(Number(properties.cluster_id));
  const [longitude = 0, latitude = 0] = (geometry as Point).coordinates;
  map.easeTo({ center: [longitude, latitude], zoom: (zoom ?? map.getZoom()) + 0.5 });
}

/** Shows the features at places. */
export class FeaturePopup {
  private popup: Popup | null = null;
  private opened = 0;

  /** @param layerAt returns a layer by its key */
  constructor(
    private readonly map: MapLibreMap,
    private readonly layerAt: LayerAt,
  ) {}

  /** Returns where features are shown, or null. */
  get place(): LngLat | null {
    return this.popup?.isOpen() ? this.popup.getLngLat() : null;
  }

  close(): void {
    this.opened += 1;
    this.popup?.remove();
  }

  /** @param point pixels from the top left corner of the map */
  async open(point: { x: number; y: number }): Promise<void> {
    this.close();
    const { map } = this;
    const cluster = map.queryRenderedFeatures(around(point)).find(({ properties }) => properties.cluster === true);
    if (cluster) return zoomInto(map, cluster);
    const features = featuresAt(map, point);
    if (features.length === 0) return;
    const [place, { opened }] = [map.unproject([point.x, point.y]), this];
    const { featurePages } = await import("./feature-pages");
    if (opened !== this.opened) return;
    const popup = new Popup({ maxWidth: "min(22rem, calc(100vw - 2rem))", focusAfterOpen: false })
      .setLngLat(place)
      .setDOMContent(featurePages(features, this.layerAt))
      .addTo(map);
    popup.getElement().querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    popup.getElement().addEventListener("keydown", (event) => {
      if (event.key === "Escape") popup.remove();
    });
    popup.once("close", () => map.getCanvas().focus());
    this.popup = popup;
  }
}

/** Shows the features where the user clicks, or at the centre after Enter. @param isBusy a tool uses the clicks */
export function showFeaturesOnClick(map: MapLibreMap, popup: FeaturePopup, isBusy: () => boolean): void {
  const canvas = map.getCanvas();
  map.on("click", ({ point }) => isBusy() || void popup.open(point));
  canvas.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !isBusy()) void popup.open({ x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 });
    if (event.key === "Escape") popup.close();
  });
  map.on("mousemove", ({ point }) => {
    if (map.isMoving() || isBusy()) return;
    const isOnFeature = map.queryRenderedFeatures(around(point)).some(({ layer }) => layerOf(layer) !== null);
    canvas.style.cursor = isOnFeature ? "pointer" : "";
  });
}
