import { getCogMetadata, setColorFunction } from "@geomatico/maplibre-cog-protocol";
import { fromUrl, type GeoTIFFImage, type TypedArrayWithDimensions } from "geotiff";
import { type Raster, readSample, readTags } from "../lib/data-maps/formats/rasters/raster-tags";
import type { DrawnRaster } from "./drawn-raster";
import { type ColorFunction, createColorFunction } from "./raster-colors";
import type { Extent } from "./raster-extent";

/** A tile is read with all pixels of the smallest overview: four times as many for each zoom below it. */
const ZOOMS_BELOW = 3;

/** A Cloud Optimized GeoTIFF that is shown. */
export interface OpenedCog {
  raster: Raster;
  extent: Extent;
  /** Those of the sizes of the extent. */
  images: readonly GeoTIFFImage[];
  /** 0 where a pixel is missing. */
  masks: readonly GeoTIFFImage[];
  /** West, south, east, north. Degrees. */
  bounds: readonly number[];
  /** It isn't drawn below this zoom. */
  minZoom: number;
  /** Reads pixels of the whole extent, once. */
  readSample(): Promise<TypedArrayWithDimensions>;
  paint?: ColorFunction | undefined;
}

const cogs = new Map<string, OpenedCog>();

/** Returns what is known of a file whose tiles were requested. */
export const openedCog = (url: string) => cogs.get(url);

async function open(url: string): Promise<OpenedCog> {
  const { images, bbox = [] } = await getCogMetadata(url);
  const file = await fromUrl(url);
  const main = await file.getImage(0);
  const all = await Promise.all(images.map(async (about, index) => ({ ...about, image: await file.getImage(index) })));
  const shown = all.filter(({ isMask }) => !isMask);
  const sizes = shown.map(({ image, zoom }) => ({ zoom, width: image.getWidth(), height: image.getHeight() }));
  const smallest = shown.at(-1)?.image ?? main;
  let sample: Promise<TypedArrayWithDimensions> | undefined;
  return {
    raster: await readTags(main),
    extent: { box: main.getBoundingBox(), sizes },
    images: shown.map(({ image }) => image),
    masks: all.flatMap(({ isMask, image }) => (isMask ? [image] : [])),
    bounds: bbox,
    minZoom: Math.max(0, Math.min(...sizes.map(({ zoom }) => Math.round(zoom))) - ZOOMS_BELOW),
    readSample: () => {
      sample ??= readSample(smallest);
      return sample;
    },
  };
}

const opening = new Map<string, Promise<OpenedCog>>();

/** Opens a file once. A failed opening is repeated by the next call. */
export function openCog(url: string): Promise<OpenedCog> {
  const known = opening.get(url);
  if (known) return known;
  const opened = open(url);
  opening.set(url, opened);
  opened.catch(() => opening.delete(url));
  return opened;
}

/** Prepares how a file is drawn, before its first tile and when its style has changed. */
export async function prepareCog(url: string, drawn: DrawnRaster | undefined): Promise<OpenedCog> {
  const cog = await openCog(url);
  cog.paint = await createColorFunction(cog.raster, cog.readSample, drawn);
  setColorFunction(url, cog.paint);
  cogs.set(url, cog);
  return cog;
}
