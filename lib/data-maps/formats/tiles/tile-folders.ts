import { MAX_LAYERS } from "../../values";

/** Tiles of a zoom, by their names. */
export interface TileZoom {
  zoom: number;
  /** The least and the greatest column. */
  columns: readonly [number, number];
  rows: readonly [number, number];
  /** Path of one of the tiles. */
  sample: string;
}

/** A folder of tiles `{z}/{x}/{y}` without a page. */
export interface TileFolder {
  /** Path of a tile, such as `depths/{z}/{x}/{y}.png`. */
  file: string;
  /** The lowest first. */
  zooms: readonly TileZoom[];
}

const DEEPEST_ZOOM = 24;
export const TILE_ENDINGS = "png|jpe?g|webp|pbf|mvt";
const TILE = new RegExp(`^(.*/)?(\\d{1,2})/(\\d{1,8})/(\\d{1,8})\\.(${TILE_ENDINGS})$`, "i");

/** Returns true for a template of vector tiles. */
export const hasVectorTiles = (file: string) => /\.(pbf|mvt)$/i.test(file);

/** Returns the folder of a template, with the slash at its end. Empty at the top. */
export const folderOfTiles = (file: string) => file.slice(0, file.lastIndexOf("{z}"));

const spread = ([least, most]: readonly [number, number], [from, to]: readonly [number, number]) =>
  [Math.min(least, from), Math.max(most, to)] as const;

/** Collects folders of tiles from names alone. Memory: one entry for each folder and zoom, however many tiles there are. */
export class TileNames {
  private readonly folders = new Map<string, Map<number, TileZoom>>();

  /** Adds a path, if it is that of a tile. @returns true for the sample of its zoom */
  add(path: string): boolean {
    const [, folder = "", z, x, y, ending] = TILE.exec(path) ?? [];
    if (z === undefined) return false;
    const [column, row] = [Number(x), Number(y)];
    return this.addZoom(`${folder}{z}/{x}/{y}.${ending}`, { zoom: Number(z), columns: [column, column], rows: [row, row], sample: path });
  }

  /** Adds tiles of a zoom. @param file template of their paths @returns true for the first ones */
  addZoom(file: string, found: TileZoom): boolean {
    const zooms = this.folders.get(file) ?? new Map<number, TileZoom>();
    const known = zooms.get(found.zoom);
    const { columns, rows } = found;
    zooms.set(found.zoom, known ? { ...known, columns: spread(known.columns, columns), rows: spread(known.rows, rows) } : found);
    this.folders.set(file, zooms);
    return !known;
  }

  /** Returns up to 50 folders. Numbers that no tile of a zoom has are those of other files, such as pictures by day. */
  list(): TileFolder[] {
    const folders = [...this.folders].flatMap(([file, zooms]) => {
      const isTile = ({ zoom, columns, rows }: TileZoom) => zoom <= DEEPEST_ZOOM && Math.max(columns[1], rows[1]) < 2 ** zoom;
      const found = [...zooms.values()].filter(isTile).sort((one, other) => one.zoom - other.zoom);
      return found.length === zooms.size ? [{ file, zooms: found }] : [];
    });
    return folders.slice(0, MAX_LAYERS);
  }
}

const MOST_SAMPLES = 6;
const METADATA = ["metadata.json", "tilejson.json", "tiles.json", "tilemapresource.xml"];

/** Returns the paths of the files in and next to a folder that may describe its tiles. */
export function metadataPaths({ file }: TileFolder): string[] {
  const folder = folderOfTiles(file);
  return [...METADATA.map((name) => `${folder}${name}`), ...(folder === "" ? [] : [`${folder.slice(0, -1)}.json`])];
}

/** Returns the paths of tiles that tell what the folder has: of the deepest zooms, and for images one. */
export function samplePaths({ file, zooms }: TileFolder): string[] {
  const samples = zooms.map(({ sample }) => sample).reverse();
  return samples.slice(0, hasVectorTiles(file) ? MOST_SAMPLES : 1);
}
