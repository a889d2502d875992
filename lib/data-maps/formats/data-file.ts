import type { Bounds, LayerKind, MapLayer } from "../schema";
import type { LayerFormat } from "../values";

/** A file of an upload that may become a layer: in the browser, in the command-line client and on the server. */
export interface DataFile {
  /** From the top of the map, such as `data/harbour.geojson`. */
  path: string;
  /** Bytes. */
  size: number;
  /** Reads a range. Shorter only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** What a file has to show: one of these for each layer. */
export interface FoundLayer extends Pick<MapLayer, "file" | "sourceLayer" | "columns"> {
  name: string;
  format: LayerFormat;
  kind: LayerKind;
  bounds: Bounds | null;
  minZoom: number;
  attributes: string[];
}

/** The file can't be shown on a map. The message says what it is and what to do, such as a command to run. */
export class DataRefusedError extends Error {
  override readonly name = "DataRefusedError";
}
