import type { Feature } from "geojson";
import type { MapLibreMap } from "maplibre-gl";
import { layerKey, type MapLayer } from "../lib/data-maps/schema";
import { WHOLE_FLATGEOBUF_BYTES } from "../lib/data-maps/values";
import { fileUrl } from "./map-style";
import { LOADING, type Status } from "./panel";
import { describeProblem } from "./problem";

/** Features in one view of a large file. */
const MOST_FEATURES = 50_000;

/** The bounds of a view. Degrees. */
interface Rectangle {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** Returns the bounds of the view. Over the date line, and of several worlds, it has all longitudes. */
function viewOf(map: MapLibreMap): Rectangle {
  const bounds = map.getBounds();
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const isOneWorld = west >= -180 && east <= 180;
  return { minX: isOneWorld ? west : -180, minY: bounds.getSouth(), maxX: isOneWorld ? east : 180, maxY: bounds.getNorth() };
}

/** Returns all features of a file. */
async function readWhole(content: ArrayBuffer): Promise<Feature[]> {
  const { deserialize } = await import("flatgeobuf/lib/mjs/geojson.js");
  const features: Feature[] = [];
  for await (const feature of deserialize(new Uint8Array(content))) features.push(feature as Feature);
  return features;
}

/**
 * Returns the features in a rectangle, at most {@link MOST_FEATURES}. It requests the parts of the file that have them.
 * @returns null when `isCurrent` returns false before the end
 */
async function readPart(url: string, rect: Rectangle, isCurrent: () => boolean): Promise<Feature[] | null> {
  const { deserialize } = await import("flatgeobuf/lib/mjs/geojson.js");
  const features: Feature[] = [];
  for await (const feature of deserialize(url, { rect })) {
    if (!isCurrent()) return null;
    features.push(feature as Feature);
    if (features.length === MOST_FEATURES) break;
  }
  return isCurrent() ? features : null;
}

/** Converts files that MapLibre can't read to GeoJSON, each at a URL of this page. */
export class ConvertedFiles {
  readonly urls = new Map<string, string>();
  private readonly begun = new Set<string>();
  private readonly reading = new Set<string>();
  private readonly byView: MapLayer[] = [];
  private formerUrls: string[] = [];
  private views = 0;

  /** @param onChange called after a URL was added or replaced */
  constructor(
    private readonly base: string,
    private readonly setStatus: (key: string, status: Status | undefined) => void,
    private readonly onChange: () => void,
  ) {}

  /** Converts the files of these layers, each once. Resolves when all are shown or noted. */
  async add(layers: readonly MapLayer[], map: MapLibreMap): Promise<void> {
    await Promise.all(layers.map((layer) => this.addLayer(layer, map)));
  }

  /** Reads the features in the view from large files. */
  async showView(map: MapLibreMap): Promise<void> {
    this.views += 1;
    const view = this.views;
    const rectangle = viewOf(map);
    await Promise.all(this.byView.map((layer) => this.showPart(layer, rectangle, () => view === this.views)));
  }

  /** Returns true for a large file, whose features are read for the view. */
  isByView(key: string): boolean {
    return this.byView.some((layer) => layerKey(layer) === key);
  }

  /** Returns true while a file is read. */
  isReading(key: string): boolean {
    return this.reading.has(key);
  }

  /** Frees what was shown before. MapLibre must have read what replaced it. */
  freeFormer(): void {
    for (const url of this.formerUrls.splice(0)) URL.revokeObjectURL(url);
  }

  private async addLayer(layer: MapLayer, map: MapLibreMap): Promise<void> {
    const key = layerKey(layer);
    const { format } = layer;
    if (this.begun.has(key)) return;
    this.begun.add(key);
    if (format === "flatgeobuf") await this.attempt(layer, () => this.addFlatGeobuf(layer, map));
    else if (format === "kml" || format === "gpx" || format === "csv" || (format === "geojson" && layer.isRepaired)) {
      await this.attempt(layer, async () => {
        const bytes = new Uint8Array(await (await this.request(layer)).arrayBuffer());
        const { readTextFile } = await import("./text-file");
        this.show(key, await readTextFile({ ...layer, format }, bytes));
      });
    }
  }

  private async addFlatGeobuf(layer: MapLayer, map: MapLibreMap): Promise<void> {
    const size = Number((await this.request(layer, "HEAD")).headers.get("Content-Length") ?? 0);
    if (size > WHOLE_FLATGEOBUF_BYTES) {
      this.byView.push(layer);
      return this.showView(map);
    }
    this.show(layerKey(layer), await readWhole(await (await this.request(layer)).arrayBuffer()));
  }

  /** Shows the features of a large FlatGeobuf file in a rectangle. */
  private async showPart(layer: MapLayer, rectangle: Rectangle, isCurrent: () => boolean): Promise<void> {
    const key = layerKey(layer);
    await this.attempt(layer, async () => {
      const features = await readPart(fileUrl(layer.file, this.base), rectangle, isCurrent);
      if (!features) return;
      this.show(key, features);
      const text = `${MOST_FEATURES.toLocaleString("en-US")} features are shown. Zoom in to see all.`;
      if (features.length === MOST_FEATURES) this.setStatus(key, { kind: "hint", text });
    });
  }

  private async request({ file }: MapLayer, method = "GET"): Promise<Response> {
    const answer = await fetch(fileUrl(file, this.base), { method });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    return answer;
  }

  private async attempt(layer: MapLayer, work: () => Promise<void>): Promise<void> {
    const key = layerKey(layer);
    this.reading.add(key);
    this.setStatus(key, this.urls.has(key) ? undefined : LOADING);
    try {
      await work();
    } catch (error) {
      this.setStatus(key, { kind: "problem", text: describeProblem(layer, error) });
    }
    this.reading.delete(key);
  }

  private show(key: string, features: readonly Feature[]): void {
    const former = this.urls.get(key);
    const json = JSON.stringify({ type: "FeatureCollection", features });
    this.urls.set(key, URL.createObjectURL(new Blob([json], { type: "application/geo+json" })));
    if (former) this.formerUrls.push(former);
    this.onChange();
  }
}
