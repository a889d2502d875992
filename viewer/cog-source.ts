import { cogProtocol, getCogMetadata } from "@geomatico/maplibre-cog-protocol";
import { fromUrl, type GeoTIFFImage } from "geotiff";
import type { AddProtocolAction } from "maplibre-gl";

const SCHEME = "cog://";
/** Colours of values such as heights and depths. The swatch in the list of layers has them too. */
const COLORS = "BrewerYlGnBu9";
/** A few extreme values would leave most of the image in one colour. */
const LOW = 0.02;
const HIGH = 0.98;

/** A tile is read with all pixels of the smallest overview: four times as many for each zoom below it. */
const ZOOMS_BELOW = 3;

const WHITE_IS_ZERO = 0;
const BLACK_IS_ZERO = 1;

/** Returns the smallest of the overviews, which are in the file for views from far away. */
async function smallestImage(url: string, masks: readonly boolean[]): Promise<GeoTIFFImage> {
  const file = await fromUrl(url);
  return await file.getImage(masks.lastIndexOf(false));
}

/** Returns the values between which most pixels are. */
async function measureValues(image: GeoTIFFImage, { offset, scale, noData }: { offset: number; scale: number; noData?: number }) {
  const { width, height } = { width: Math.min(image.getWidth(), 512), height: Math.min(image.getHeight(), 512) };
  const [band] = await image.readRasters({ samples: [0], width, height });
  const values = Array.from(band as Float32Array).filter((value) => Number.isFinite(value) && value !== noData);
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => offset + scale * (sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { low: at(LOW), high: at(HIGH) };
}

/** Returns the part of the URL that asks for a scale of colours, or nothing for a picture. */
async function colorsOf(url: string): Promise<string> {
  const metadata = await getCogMetadata(url);
  const { photometricInterpretation: interpretation, bitsPerSample, images } = metadata;
  const isGrey = interpretation === WHITE_IS_ZERO || interpretation === BLACK_IS_ZERO;
  if (!isGrey || (bitsPerSample?.length === 1 && bitsPerSample[0] === 8)) return "";
  const masks = images.map(({ isMask }) => isMask);
  const { low, high } = await measureValues(await smallestImage(url, masks), metadata);
  return `#color:${COLORS},${low},${high > low ? high : low + 1},c`;
}

/** Answers MapLibre's requests for tiles of a Cloud Optimized GeoTIFF. */
export const requestCog: AddProtocolAction = async (request) => {
  if (request.type !== "json") return await cogProtocol(request);
  const url = request.url.slice(SCHEME.length);
  const { images } = await getCogMetadata(url);
  const { data } = await cogProtocol({ ...request, url: `${request.url}${await colorsOf(url)}` });
  const zooms = images.filter(({ isMask }) => !isMask).map(({ zoom }) => Math.round(zoom));
  return { data: { ...data, minzoom: Math.max(0, Math.min(...zooms) - ZOOMS_BELOW) } };
};
