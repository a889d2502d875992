import { gzipSync } from "node:zlib";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { createCanvas } from "@napi-rs/canvas";
import { tileIdToZxy, zxyToTileId } from "pmtiles";
import { HARBOUR_BOUNDS, harbour } from "./harbour-data";

export const MAX_ZOOM = 11;

export interface SampleTile {
  z: number;
  x: number;
  y: number;
  bytes: Buffer;
}

const [west, south, east, north] = HARBOUR_BOUNDS;
const column = (longitude: number, z: number) => ((longitude + 180) / 360) * 2 ** z;
const row = (latitude: number, z: number) => (0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** z;

/** Returns the tiles of all zooms that show the harbour, in the order of PMTiles. */
function listTiles(): [number, number, number][] {
  const ids: number[] = [];
  for (let z = 0; z <= MAX_ZOOM; z += 1) {
    for (let x = Math.floor(column(west, z)); x < column(east, z); x += 1) {
      for (let y = Math.floor(row(north, z)); y < row(south, z); y += 1) ids.push(zxyToTileId(z, x, y));
    }
  }
  return ids.sort((a, b) => a - b).map(tileIdToZxy);
}

/** Vector tiles of a layer `harbour`, compressed as tippecanoe does. */
export function vectorTiles(): SampleTile[] {
  const index = new GeoJSONVT(harbour, { maxZoom: MAX_ZOOM });
  return listTiles().flatMap(([z, x, y]) => {
    const tile = index.getTile(z, x, y);
    return tile ? [{ z, x, y, bytes: gzipSync(fromGeojsonVt({ harbour: tile }, { version: 2, extent: 4096 })) }] : [];
  });
}

/** PNG tiles that are orange inside the harbour, and transparent outside. */
export function rasterTiles(): SampleTile[] {
  return listTiles().map(([z, x, y]) => {
    const canvas = createCanvas(256, 256);
    const context = canvas.getContext("2d");
    context.fillStyle = "#e8590c";
    const [left, top] = [(column(west, z) - x) * 256, (row(north, z) - y) * 256];
    context.fillRect(left, top, (column(east, z) - column(west, z)) * 256, (row(south, z) - row(north, z)) * 256);
    return { z, x, y, bytes: canvas.toBuffer("image/png") };
  });
}
