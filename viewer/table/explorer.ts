import type { Feature } from "geojson";
import type { MapLibreMap, MapMouseEvent } from "maplibre-gl";
import { layerKey, type MapLayer } from "../../lib/data-maps/schema";
import { layerOf } from "../map-style";
import type { Panel } from "../panel";
import { SearchField } from "../search/search-field";
import { FeatureTable } from "./feature-table";
import { FeatureReader, viewBox } from "./loaded-features";
import { Selection } from "./selection";

/** A window in which the table covers the map. */
const NARROW = matchMedia("(max-width: 47.99rem)");
/** Pixels around a click, as for popups. */
const REACH = 6;

export interface ExploredMap {
  map: MapLibreMap;
  panel: Panel;
  layers(): readonly MapLayer[];
  /** Returns true for a layer whose features are read for the view, by its key. */
  isByView(key: string): boolean;
  /** Whether visitors may download the rows of tables. */
  allowsDownload(): boolean;
  /** The visitor chooses a feature to go to. */
  onGo(): void;
}

/** What visitors do with the features of a map: read them in a table, and search them. */
export class Explorer {
  private readonly reader: FeatureReader;
  private readonly selection: Selection;
  private table: FeatureTable | null = null;

  constructor(private readonly explored: ExploredMap) {
    const { map, isByView } = explored;
    this.reader = new FeatureReader(map, isByView);
    this.selection = new Selection(map);
    map.on("click", (event) => this.onClick(event));
    map.on("moveend", () => void this.updateTable());
    map.on("idle", () => void this.updateTable());
  }

  /** Opens the table of a layer in place of another one. @param opener id of the button that gets the focus back */
  async openTable(key: string, opener: string): Promise<void> {
    const layer = this.layerAt(key);
    if (!layer) return;
    const frame = this.explored.map.getContainer().parentElement;
    if (!frame) return;
    this.table?.close();
    const actions = {
      onSelect: (feature: Feature) => this.selection.show(feature),
      onChoose: (feature: Feature) => this.zoomTo(feature),
      onClose: () => {
        this.closeTable();
        this.selection.show(null);
        document.getElementById(opener)?.focus();
      },
    };
    this.table = new FeatureTable(layer, frame, actions, this.explored.allowsDownload());
    this.table.focus();
    await this.updateTable();
  }

  /** Makes a field search the map. */
  attachSearch(field: HTMLInputElement): void {
    new SearchField(field, {
      layers: this.explored.layers,
      read: (layer) => this.reader.read(layer),
      onChoose: (feature, layer) => {
        this.zoomTo(feature);
        if (layer && this.table?.key === layerKey(layer)) this.table.select(feature);
      },
    });
  }

  private layerAt(key: string): MapLayer | undefined {
    return this.explored.layers().find((layer) => layerKey(layer) === key);
  }

  private closeTable(): void {
    this.table?.close();
    this.table = null;
  }

  private zoomTo(feature: Feature): void {
    const { map, panel, onGo } = this.explored;
    onGo();
    if (NARROW.matches && this.table) {
      this.closeTable();
      map.getCanvas().focus();
    }
    panel.fold();
    this.selection.zoomTo(feature, panel.padding());
  }

  private async updateTable(): Promise<void> {
    const { table } = this;
    if (!table) return;
    const layer = this.layerAt(table.key);
    if (!layer) return this.closeTable();
    const loaded = await this.reader.read(layer);
    if (loaded && table === this.table) table.update(loaded, viewBox(this.explored.map));
  }

  /** Selects the row of a clicked feature. A click elsewhere ends the selection. */
  private onClick({ point: { x, y }, lngLat }: MapMouseEvent): void {
    const { table } = this;
    const around: [[number, number], [number, number]] = [
      [x - REACH, y - REACH],
      [x + REACH, y + REACH],
    ];
    const clicked = table && this.explored.map.queryRenderedFeatures(around).find(({ layer }) => layerOf(layer) === table.key);
    this.selection.show(clicked && table.select(clicked, lngLat.toArray()) ? table.selection() : null);
  }
}
