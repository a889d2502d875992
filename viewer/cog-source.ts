import { cogProtocol, getCogMetadata, setColorFunction } from "@geomatico/maplibre-cog-protocol";
import { fromUrl, type GeoTIFFImage } from "geotiff";
import type { AddProtocolAction } from "maplibre-gl";
import { createColorFunction, type Raster } from "./raster-colors";
import { type Extent, findPart, type Part, TILE_PIXELS } from "./raster-extent";

const SCHEME = "cog://";
const TILE = /^cog:\/\/(.+)\/(\d+)\/(\d+)\/(\d+)$/;
const MOST_SAMPLED = 512;
const FLOATING_POINT = 3;
/** ExtraSamples of an opacity: multiplied with the colours, or not (TIFF 6.0, section 18). */
const OPACITIES = [1, 2];

/** A tile is read with all pixels of the smallest overview: four times as many for each zoom below it. */
const ZOOMS_BELOW = 3;

const extents = new Map<string, Extent>();

async function readTags(image: GeoTIFFImage, scale: number): Promise<Raster> {
  const { fileDirectory } = image;
  const bits = image.getBitsPerSample();
  const format = image.getSampleFormat();
  const bands = image.getSamplesPerPixel();
  const noData = image.getGDALNoData();
  const extra = Array.from((await fileDirectory.loadValue("ExtraSamples")) ?? []);
  const opacity = extra.findIndex((kind) => OPACITIES.includes(kind));
  return {
    interpretation: Number(await fileDirectory.loadValue("PhotometricInterpretation")),
    bits,
    format,
    bands,
    alpha: opacity < 0 ? -1 : bands - extra.length + opacity,
    // The tag has the number as text, with more digits than a pixel of 32 bits.
    noData: noData !== null && format === FLOATING_POINT && bits === 32 ? Math.fround(noData) : noData,
    scale,
    colorMap: (await fileDirectory.loadValue("ColorMap")) ?? null,
  };
}

/** Reads the pixels of the smallest overview, which are in the file for views from far away. */
async function readSample(image: GeoTIFFImage) {
  const width = Math.min(image.getWidth(), MOST_SAMPLED);
  const height = Math.min(image.getHeight(), MOST_SAMPLED);
  return await image.readRasters({ interleave: true, width, height });
}

/** Reads how a file is drawn, before its first tile. */
async function prepare(url: string): Promise<Extent> {
  const { images, scale } = await getCogMetadata(url);
  const file = await fromUrl(url);
  const main = await file.getImage(0);
  const shown = await Promise.all(
    images.flatMap(({ isMask, zoom }, index) => (isMask ? [] : [file.getImage(index).then((image) => ({ image, zoom }))])),
  );
  const sizes = shown.map(({ image, zoom }) => ({ zoom, width: image.getWidth(), height: image.getHeight() }));
  const extent = { box: main.getBoundingBox(), sizes };
  extents.set(url, extent);
  const smallest = shown.at(-1)?.image ?? main;
  setColorFunction(url, await createColorFunction(await readTags(main, scale), () => readSample(smallest)));
  return extent;
}

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
    const url = request.url.slice(SCHEME.length);
    const { sizes } = await prepare(url);
    const zooms = sizes.map(({ zoom }) => Math.round(zoom));
    return { data: { ...data, minzoom: Math.max(0, Math.min(...zooms) - ZOOMS_BELOW) } };
  }
  const [, url = "", z, x, y] = TILE.exec(request.url) ?? [];
  const extent = extents.get(url);
  return { data: extent ? crop(data, findPart(extent, { z: Number(z), x: Number(x), y: Number(y) })) : data };
};
