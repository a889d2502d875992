import contour from "maplibre-contour";
import type { AddProtocolAction } from "maplibre-gl";
import { openCog } from "../opened-cogs";
import { TILE_PIXELS } from "../raster-extent";
import { readHeights } from "./heights";

/** The URL of a file, the interval, the value that is no measurement, and the tile. */
const TILE = /^contours:\/\/([^#]+)#([^,]+),([^/]*)\/(\d+)\/(\d+)\/(\d+)$/;
const CACHED_TILES = 64;
const TIMEOUT_MS = 60_000;
/** Every fifth line is of level 1. */
const LEVELS = [1, 5];

type Contours = InstanceType<typeof contour.LocalDemManager>;

const known = new Map<string, { style: string; contours: Contours }>();

/** Returns what makes the contours of a file. Heights are in intervals, so that lines have whole numbers. */
function contoursOf(url: string, interval: number, noData: number | undefined): Contours {
  const style = `${interval},${noData}`;
  const former = known.get(url);
  if (former?.style === style) return former.contours;
  const contours = new contour.LocalDemManager({
    ...{ demUrlPattern: "{z}/{x}/{y}", encoding: "terrarium", maxzoom: 24, cacheSize: CACHED_TILES, timeoutMs: TIMEOUT_MS },
    getTile: async (place) => {
      const [z = 0, x = 0, y = 0] = place.split("/").map(Number);
      const { values } = await readHeights(url, { z, x, y }, 0, noData);
      return { data: new Blob([values.map((value) => value / interval) as Float32Array<ArrayBuffer>]) };
    },
    decodeImage: async (blob) => ({ width: TILE_PIXELS, height: TILE_PIXELS, data: new Float32Array(await blob.arrayBuffer()) }),
  });
  known.set(url, { style, contours });
  return contours;
}

/** Answers MapLibre's requests for tiles of contours of a Cloud Optimized GeoTIFF. */
export const requestContours: AddProtocolAction = async (request, abortController) => {
  const [, url, interval, noData, z, x, y] = TILE.exec(request.url) ?? [];
  if (url === undefined) {
    const { bounds, extent, minZoom } = await openCog(request.url.replace(/^contours:\/\/|#.*$/g, ""));
    const maxzoom = Math.round(Math.max(...extent.sizes.map(({ zoom }) => zoom)));
    return { data: { tilejson: "2.2.0", tiles: [`${request.url}/{z}/{x}/{y}`], minzoom: minZoom, maxzoom, bounds } };
  }
  const contours = contoursOf(url, Number(interval), noData ? Number(noData) : undefined);
  const { arrayBuffer } = await contours.fetchContourTile(Number(z), Number(x), Number(y), { levels: LEVELS }, abortController);
  return { data: arrayBuffer };
};
