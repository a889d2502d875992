import { addProtocol, type ErrorEvent, MapLibreMap, setWorkerUrl } from "maplibre-gl";
import { Protocol } from "pmtiles";
import { type DataMap, layerKey, type MapLayer, type MapView } from "../lib/data-maps/schema";
import { addControls } from "./controls";
import { ConvertedFiles } from "./converted-files";
import { themes } from "./layer-style";
import { BASEMAP_SOURCE, type Basemap, sourceId, styleMap } from "./map-style";
import { Panel } from "./panel";
import { showFeaturesOnClick } from "./popup";

setWorkerUrl(new URL("./maplibre-worker.js", import.meta.url).href);

const dark = matchMedia("(prefers-color-scheme: dark)");

/** What the user changed in the panel. It is forgotten with the page. */
type Choice = Partial<Pick<MapLayer, "visible" | "opacity">>;

/** Shows a data map in the page. */
export class Viewer {
  private readonly base = new URL(".", document.baseURI).href;
  private readonly protocol = new Protocol();
  private readonly choices = new Map<string, Choice>();
  private readonly panel = new Panel({
    onVisible: (key, visible) => this.choose(key, { visible }),
    onOpacity: (key, opacity) => this.choose(key, { opacity }),
  });
  private readonly attribution = document.createElement("p");
  private readonly converted = new ConvertedFiles(
    this.base,
    (key, text) => this.panel.note(key, text),
    () => this.draw(),
  );
  private readonly map: MapLibreMap;
  private basemap: { name: string; isDark: boolean; shown: Basemap } | null = null;

  constructor(private shown: DataMap) {
    const frame = document.createElement("main");
    const container = document.createElement("div");
    container.className = "map";
    this.attribution.className = "attribution";
    frame.append(container, this.panel.root, this.attribution);
    document.body.replaceChildren(frame);
    addProtocol("pmtiles", this.protocol.tile);
    addProtocol("cog", async (request) => (await import("@geomatico/maplibre-cog-protocol")).cogProtocol(request));
    this.map = new MapLibreMap({
      container,
      ...this.startView(),
      hash: "map",
      attributionControl: false,
      // Thumbnails and screenshots read the canvas at any time.
      canvasContextAttributes: { preserveDrawingBuffer: true },
      style: this.style(),
    });
    addControls(this.map, frame, () => this.fit());
    showFeaturesOnClick(this.map, (key) => this.shown.layers.find((layer) => layerKey(layer) === key)?.name ?? "");
    this.map.on("error", (event) => this.noteError(event));
    this.map.on("moveend", () => this.converted.showView(this.map));
    dark.addEventListener("change", () => this.show(this.shown));
  }

  /** Shows another map, and keeps the view. Resolves when its files are read. */
  async show(map: DataMap): Promise<void> {
    this.shown = map;
    document.title = map.title;
    this.panel.show(this.chosen());
    this.draw();
    for (const layer of map.layers) if (layer.format === "mbtiles") this.panel.note(layerKey(layer), noteOfConversion(layer));
    await Promise.all([this.showBasemap(), this.converted.add(map.layers, this.map)]);
  }

  /** Resolves when everything in the view is drawn. */
  async drawn(): Promise<void> {
    if (this.map.loaded() && !this.map.isMoving()) return;
    await this.map.once("idle");
  }

  view(): MapView {
    const { lng, lat } = this.map.getCenter().wrap();
    return { center: [lng, lat], zoom: this.map.getZoom(), bearing: this.map.getBearing(), pitch: this.map.getPitch() };
  }

  private startView() {
    const { view } = this.shown;
    return "bounds" in view ? { bounds: view.bounds, fitBoundsOptions: { padding: 40, maxZoom: 16 } } : view;
  }

  private fit(): void {
    const view = this.startView();
    if ("bounds" in view) this.map.fitBounds(view.bounds, view.fitBoundsOptions);
    else this.map.easeTo(view);
  }

  private choose(key: string, choice: Choice): void {
    this.choices.set(key, { ...this.choices.get(key), ...choice });
    this.draw();
  }

  private chosen(): DataMap {
    return { ...this.shown, layers: this.shown.layers.map((layer) => ({ ...layer, ...this.choices.get(layerKey(layer)) })) };
  }

  private style() {
    const theme = dark.matches ? themes.dark : themes.light;
    const basemap = this.shown.basemap !== null && this.basemap?.name === this.shown.basemap ? this.basemap.shown : null;
    return styleMap(this.chosen(), { converted: this.converted.urls, basemap, theme, base: this.base });
  }

  private draw(): void {
    this.map.setStyle(this.style());
  }

  private async showBasemap(): Promise<void> {
    const { basemap: name, attribution = "" } = this.shown;
    this.attribution.textContent = attribution;
    if (name === null) return;
    const isDark = dark.matches;
    const theme = isDark ? themes.dark : themes.light;
    try {
      const { openBasemap } = await import("./basemap");
      const opened = await openBasemap(name, { base: this.base, protocol: this.protocol, theme, isDark });
      this.basemap = { name, isDark, shown: opened.basemap };
      this.attribution.textContent = [attribution, opened.attribution].filter(Boolean).join(" · ");
      this.draw();
    } catch {
      this.attribution.textContent = "The basemap can't be read.";
    }
  }

  /** Reports an error of a source at its layers, and once, because each tile may have it. */
  private noteError({ error, ...event }: ErrorEvent): void {
    const source = "sourceId" in event ? event.sourceId : undefined;
    if (source === BASEMAP_SOURCE) this.attribution.textContent = "The basemap can't be read.";
    for (const layer of this.shown.layers) {
      if (sourceId(layer) === source) this.panel.note(layerKey(layer), `${layer.file} can't be read: ${error.message}`);
    }
  }
}

const noteOfConversion = ({ name }: MapLayer) => `${name} is being prepared. Reload the page in a moment.`;
