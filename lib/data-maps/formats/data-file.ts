import type { Bounds, LayerKind, MapLayer } from "../schema";
import type { LayerFormat } from "../values";
import type { LayerStyle } from "./styles/found-style";

/** A file of an upload that may become a layer: in the browser, in the command-line client and on the server. */
export interface DataFile {
  /** From the top of the map, such as `data/harbour.geojson`. */
  path: string;
  /** Bytes. */
  size: number;
  /** Reads a range. Shorter only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** What only the admin can say of a file. */
export type Question =
  /** Which projection its coordinates have. `likely`: numbers to offer first, such as `EPSG:25832`. */
  | { kind: "projection"; likely: readonly string[] }
  /** Which columns have the coordinates. `rows`: the first ones. */
  | { kind: "columns"; columns: readonly string[]; rows: readonly (readonly string[])[] }
  /** Whether longitude and latitude are swapped. `at`: the first position as it is in the file. */
  | { kind: "swapped"; at: readonly [number, number] };

/** What the admin said of a file. */
export type Answer = Pick<MapLayer, "projection" | "columns" | "isSwapped">;

/** Answers by the paths of the files. */
export type Answers = Readonly<Record<string, Answer>>;

/** What a file has to show: one of these for each layer. */
export interface FoundLayer
  extends Pick<
    MapLayer,
    | "file"
    | "sourceLayer"
    | "columns"
    | "projection"
    | "encoding"
    | "isSwapped"
    | "isRepaired"
    | "notes"
    | "convertedFrom"
    | "statistics"
    | "tiles"
  > {
  /** The layer can't be shown before this is answered. */
  question?: Question;
  /** What a style file says of it. */
  style?: LayerStyle;
  /** Its place in a project, from the top. */
  order?: number;
  /** The built-in GDAL can't convert it. */
  needsGdal?: boolean;
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
