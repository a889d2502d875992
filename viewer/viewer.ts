import { type ErrorEvent, Hash, MapLibreMap, setWorkerUrl } from "maplibre-gl";
import { type DataMap, layerKey, type MapLayer, type MapView } from "../lib/data-maps/schema";
import { addControls } from "./controls";
import { Heat } from "./heat/heat";
import { addIconImages } from "./icons/icon-images";
import { joinAttributions, MapSources, NO_BASEMAP } from "./map-sources";
import { BASEMAP_SOURCE, sourceId } from "./map-style";
import { MAX_FIT_ZOOM, middleOf } from "./middle";
import { keepOverlays } from "./overlays";
import { LOADING, Panel } from "./panel";
import { FeaturePopup, showFeaturesOnClick } from "./popup";
import { type Place, PositionControl } from "./position";
import { isBeingPrepared } from "./preparation";
import { describeProblem } from "./problem";
import type { ShownLayer, ShownMap } from "./shown-map";
import type { Explorer } from "./table/explorer";
import { Times } from "./time/times";
import { onLongPress } from "./tools/long-press";
import { formatSharedView, parseSharedView, sharedChoices } from "./tools/shared-view";
import { readChoice } from "./tools/stored-choice";
import type { AdaptLayer } from "./tools/tool";
import { Toolbar } from "./tools/toolbar";
import { readValues } from "./values-at";

setWorkerUrl(new URL("./maplibre-worker.js", import.meta.url).href);

const dark = matchMedia("(prefers-color-scheme: dark)");

/** What the user changed in the panel. It is forgotten with the page, and when another map is shown. */
type Choice = Partial<Pick<ShownLayer, "visible" | "opacity" | "hidden">>;

/** Shows a data map in the page. */
export class Viewer {
  private readonly choices = new Map<string, Choice>();
  private readonly panel = new Panel({
    onVisible: (key, visible) => this.choose(key, { visible }),
    onOpacity: (key, opacity) => this.choose(key, { opacity }),
    onHidden: (key, hidden) => this.choose(key, { hidden }),
    onView: (view) => {
      this.chooseView();
      this.panel.fold();
      this.goTo(view);
    },
    onTable: async (key, opener) => (await this.explore()).openTable(key, opener),
    onSearch: async (field) => (await this.explore()).attachSearch(field),
  });
  private readonly attribution = document.createElement("p");
  private readonly sources = new MapSources(this.panel, () => this.draw());
  private readonly map: MapLibreMap;
  private readonly popup: FeaturePopup;
  /** What the address says of the map. */
  private readonly shared = parseSharedView(location.hash);
  /** Keys of the layers that were shown at any time. */
  private readonly known = new Set<string>();
  private explorer: Promise<Explorer> | undefined;
  private readonly times = new Times(() => ({ map: this.map, layers: () => this.shown.layers, onChange: () => this.draw() }));
  private readonly heat = new Heat(() => this.draw());
  private isStyleLoaded = false;
  /** The user has moved the map, or opened an address with a view. */
  private hasChosenView = /[#&]map=\d/.test(location.hash);
  /** Changes the layers while a tool compares them. */
  private adapt: AdaptLayer = (layer) => layer;

  constructor(private shown: DataMap) {
    const frame = document.createElement("main");
    const container = document.createElement("div");
    container.className = "map";
    this.attribution.className = "attribution";
    frame.append(this.panel.root, container, this.attribution);
    document.body.replaceChildren(frame);
    sharedChoices(this.shared, shown.layers)?.forEach((choice, index) => {
      const layer = shown.layers[index];
      if (layer) this.choices.set(layerKey(layer), choice);
    });
    this.map = new MapLibreMap({
      container,
      ...this.options(shown.view),
      hash: this.hasChosenView && "map",
      attributionControl: false,
      // Thumbnails and screenshots read the canvas at any time.
      canvasContextAttributes: { preserveDrawingBuffer: true },
      style: this.sources.style(this.chosen(), dark.matches),
    });
    this.popup = new FeaturePopup(this.map, (key) => this.shown.layers.find((layer) => layerKey(layer) === key));
    this.addTools(frame);
    addIconImages(this.map);
    this.map.on("error", (event) => this.noteError(event));
    this.map.on("movestart", ({ originalEvent }) => {
      if (originalEvent) this.chooseView();
    });
    // Only the user changes the hash: MapLibre replaces it without this event.
    addEventListener("hashchange", () => location.reload());
    this.map.on("moveend", () => this.sources.converted.showView(this.map));
    this.map.on("idle", () => this.noteLoaded());
    this.map.on("idle", () => void this.heat.measure(this.map, this.shown.layers));
    this.map.once("style.load", () => {
      this.isStyleLoaded = true;
      this.draw();
    });
    dark.addEventListener("change", () => this.show(this.shown));
  }

  private addTools(frame: HTMLElement): void {
    const { map, popup, panel, sources } = this;
    const valuesAt = (place: Place) => readValues(map, this.chosen().layers, sources.base, place);
    const position = new PositionControl(() => void tools.open("coordinates"), valuesAt);
    const tools = new Toolbar(frame, {
      ...{ map, position },
      shownMap: () => this.chosen(),
      describe: (view) => formatSharedView(view, this.chosen().layers, popup.place),
      styleIn: (isDark, adapt = (layer) => layer) => sources.styleIn(this.adapted(adapt), isDark),
      adapt: (adapt) => {
        this.adapt = adapt;
        this.draw();
      },
      onOpen: () => panel.fold(),
    });
    addControls(map, frame, { tools, position, onFit: () => this.goTo(this.shown.view) });
    showFeaturesOnClick(map, popup, () => tools.takesClicks());
    onLongPress(map, (place) => void tools.open("coordinates", place));
    if (readChoice("coordinates") !== null) void this.preferFormat(position);
  }

  private async preferFormat(position: PositionControl): Promise<void> {
    const tool = await import("./tools/coordinates-tool");
    tool.preferFormat(position, this.shown);
  }

  /** Writes the view into the address from now on. The first view isn't written: the data may not be there yet. */
  private chooseView(): void {
    if (this.hasChosenView) return;
    this.hasChosenView = true;
    new Hash("map").addTo(this.map);
  }

  /** Shows another map, and keeps the view. Resolves when its files are read. */
  async show(map: DataMap): Promise<void> {
    if (map !== this.shown) this.choices.clear();
    await this.present(map);
  }

  /** Shows the map again that is shown, with what has changed in it. Keeps what the user has chosen. */
  async update(map: DataMap): Promise<void> {
    const hasOtherView = JSON.stringify(map.view) !== JSON.stringify(this.shown.view);
    const presented = this.present(map);
    if (hasOtherView && !this.hasChosenView) this.goTo(map.view);
    await presented;
  }

  private async present(map: DataMap): Promise<void> {
    this.shown = map;
    document.title = map.title;
    for (const layer of map.layers) this.noteNew(layer);
    this.panel.show(this.chosen());
    this.draw();
    void this.times.show();
    await Promise.all([this.showBasemap(), this.sources.showContours(map), this.sources.converted.add(map.layers, this.map)]);
  }

  /** Resolves when everything in the view is drawn. */
  async drawn(): Promise<void> {
    if (!this.map.loaded() || this.map.isMoving()) await this.map.once("idle");
    await this.heat.measure(this.map, this.shown.layers);
    if (!this.map.loaded()) await this.map.once("idle");
  }

  /** Shows the feature that the address names. */
  showSelected(): void {
    const { selected } = this.shared;
    if (selected) void this.popup.open(this.map.project(selected));
  }

  view(): MapView {
    const { lng, lat } = this.map.getCenter().wrap();
    return { center: [lng, lat], zoom: this.map.getZoom(), bearing: this.map.getBearing(), pitch: this.map.getPitch() };
  }

  private options(view: MapView) {
    if (!("bounds" in view)) return view;
    return { ...middleOf(view.bounds), bounds: view.bounds, fitBoundsOptions: { padding: this.panel.padding(), maxZoom: MAX_FIT_ZOOM } };
  }

  private explore(): Promise<Explorer> {
    const { map, panel, sources } = this;
    const isByView = (key: string) => sources.converted.isByView(key);
    const allowsDownload = () => this.shown.allowsDownload === true;
    const explored = { map, panel, layers: () => this.shown.layers, isByView, allowsDownload, onGo: () => this.chooseView() };
    this.explorer ??= import("./table/explorer").then(({ Explorer }) => new Explorer(explored));
    return this.explorer;
  }

  private goTo(view: MapView): void {
    const options = this.options(view);
    if ("bounds" in options) this.map.fitBounds(options.bounds, options.fitBoundsOptions);
    else this.map.easeTo(options);
  }

  private choose(key: string, choice: Choice): void {
    this.choices.set(key, { ...this.choices.get(key), ...choice });
    this.draw();
  }

  private adapted(adapt: AdaptLayer): ShownMap {
    const chosen = this.chosen();
    return { ...chosen, layers: chosen.layers.map(adapt) };
  }

  private chosen(): ShownMap {
    const chosen = this.shown.layers.map((layer): ShownLayer => ({ ...layer, ...this.choices.get(layerKey(layer)) }));
    return { ...this.shown, layers: chosen.map((layer) => this.heat.apply(this.times.apply(layer))) };
  }

  private draw(): void {
    if (!this.isStyleLoaded) return;
    this.map.setStyle(this.sources.style(this.adapted(this.adapt), dark.matches), { transformStyle: keepOverlays });
  }

  private async showBasemap(): Promise<void> {
    const { basemap, attribution = "" } = this.shown;
    this.attribution.textContent = attribution;
    const isCurrent = () => basemap === this.shown.basemap;
    const source = await this.sources.showBasemap(basemap, dark.matches, isCurrent);
    if (isCurrent()) this.attribution.textContent = source === NO_BASEMAP ? source : joinAttributions(attribution, source);
  }

  private noteNew(layer: MapLayer): void {
    const key = layerKey(layer);
    const { name, problem } = layer;
    if (isBeingPrepared(layer)) this.panel.setStatus(key, { kind: "hint", text: `${name} is being prepared.` });
    else if (problem !== undefined) this.panel.setStatus(key, { kind: "problem", text: problem });
    else if (!this.known.has(key)) {
      this.known.add(key);
      this.panel.setStatus(key, LOADING);
    }
  }

  private noteLoaded(): void {
    this.sources.converted.freeFormer();
    for (const key of this.known) {
      if (this.panel.statusOf(key)?.kind === "loading" && !this.sources.converted.isReading(key)) this.panel.setStatus(key, undefined);
    }
  }

  /** Reports an error of a source at its layers. Each tile may have it, so it replaces the former. */
  private noteError({ error, ...event }: ErrorEvent): void {
    const source = "sourceId" in event ? event.sourceId : undefined;
    if (source === undefined) reportError(error);
    if (source === BASEMAP_SOURCE) this.attribution.textContent = NO_BASEMAP;
    for (const layer of this.shown.layers) {
      if (sourceId(layer) === source) this.panel.setStatus(layerKey(layer), { kind: "problem", text: describeProblem(layer, error) });
    }
  }
}
