import { cogProtocol } from "@geomatico/maplibre-cog-protocol";
import type { AddProtocolAction } from "maplibre-gl";
import { parseDrawn } from "./drawn-raster";
import { openedCog, prepareCog } from "./opened-cogs";
import { findPart, type Part, TILE_PIXELS } from "./raster-extent";

const SCHEME = "cog://";
/** The URL of the file, its hash if it has one, and the tile. */
const TILE = /^cog:\/\/([^#]+?)(?:#([^/]*))?\/(\d+)\/(\d+)\/(\d+)$/;

/** Removes what is outside a part of a tile. */
function crop(tile: ImageBitmap, { left, top, width, height }: Part): ImageBitmap {
  if (width === TILE_PIXELS && height === TILE_PIXELS) return tile;
  const canvas = new OffscreenCanvas(TILE_PIXELS, TILE_PIXELS);
  canvas.getContext("2d")?.drawImage(tile, left, top, width, height, left, top, width, height);
  tile.close();
  return canvas.transferToImageBitmap();
}

/** Answers MapLibre's requests for tiles of a Cloud Optimized GeoTIFF. */
export const requestCog: AddProtocolAction = async (request) => {
  const { data } = await cogProtocol(request);
  if (!(data instanceof ImageBitmap)) {
    const [url = "", hash] = request.url.slice(SCHEME.length).split("#");
    const { minZoom } = await prepareCog(url, parseDrawn(hash));
    return { data: { ...data, minzoom: minZoom } };
  }
  const [, url = "", hash, z, x, y] = TILE.exec(request.url) ?? [];
  const extent = openedCog(url)?.extent;
  if (!extent) return { data };
  const tile = { z: Number(z), x: Number(x), y: Number(y) };
  const colors = crop(data, findPart(extent, tile));
  const { hillshade, style } = parseDrawn(hash) ?? {};
  if (!hillshade) return { data: colors };
  const { addHillshade } = await import("./relief/hillshade");
  return { data: await addHillshade(colors, url, tile, { ...hillshade, noData: style?.noData }) };
};
