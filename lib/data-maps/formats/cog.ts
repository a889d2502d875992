import type { GeoTIFF, GeoTIFFImage } from "geotiff";
import { quoteName } from "../../archives/refusals";
import { degreesOf, mercatorToDegrees } from "./bounds";
import { type Answer, type DataFile, DataRefusedError, type FoundLayer } from "./data-file";
import { layerName } from "./layer-name";
import { likelyProjections } from "./projections";
import { measureRaster } from "./rasters/measure-raster";
import { type ReadRange, readHeader } from "./read-header";

/** A larger image needs overviews: the viewer would read all of it for the first view. */
const MOST_PIXELS_WITHOUT_OVERVIEWS = 1_024;
const MOST_IMAGES = 64;
/** The library copies the value of each tag, and tags may share their bytes. */
const MOST_TAGS = 1_000;

/** Web Mercator, with the number of Esri. */
const PROJECTIONS = [3857, 102113];
/** None, LZW, JPEG, Deflate, PackBits, LERC, Zstandard, WebP: what geotiff.js reads. */
const COMPRESSIONS = [1, 5, 7, 8, 32946, 32773, 34887, 50000, 50001];
/** Grey, RGB, palette, CMYK, YCbCr, CIELab: what the viewer draws. */
const COLOURS = [2, 3, 5, 6, 8];
/** Grey and RGB: the viewer draws measurements, such as depths, in a scale of colours, and spreads RGB of any numbers over 8 bits. */
const SPREAD = [0, 1, 2];
const MOST_BITS = 16;
const UNSIGNED = 1;
/** Unsigned, signed and floating-point numbers. */
const NUMBERS = [UNSIGNED, 2, 3];

/** NewSubfileType: an overview, which isn't one of a mask. */
const OVERVIEW = 1;
const MASK = 4;

interface CogImages {
  main: GeoTIFFImage;
  /** The last overview, or the main image without one. */
  smallest: GeoTIFFImage;
  hasOverviews: boolean;
}

/** @returns whether the byte order is one that the viewer reads @throws DataRefusedError */
async function checkMagic(file: DataFile): Promise<boolean> {
  const [first, second, third, fourth] = await file.read(0, 4);
  if (first === 0x49 && second === 0x49 && (third === 42 || third === 43)) return true;
  if (first === 0x4d && second === 0x4d && (fourth === 42 || fourth === 43)) return false;
  throw new DataRefusedError(`${quoteName(file.path)} isn't a TIFF, although its name says so. Export it as GeoTIFF, and upload it again.`);
}

/** The last tile is at the end of a file, or at least at the end of its images. */
async function checkLastTile(image: GeoTIFFImage, fileSize: number): Promise<void> {
  const across = Math.ceil(image.getWidth() / image.getTileWidth());
  const down = Math.ceil(image.getHeight() / image.getTileHeight());
  const last = across * down * (image.planarConfiguration === 2 ? image.getSamplesPerPixel() : 1) - 1;
  const offset = Number(await image.fileDirectory.loadValueIndexed(image.isTiled ? "TileOffsets" : "StripOffsets", last));
  const size = Number(await image.fileDirectory.loadValueIndexed(image.isTiled ? "TileByteCounts" : "StripByteCounts", last));
  // Both are 0 for a tile without data. NaN fails.
  if (!(offset + size <= fileSize)) throw new RangeError("The last tile is outside the file.");
}

/** Reads the image of a directory. @param offset of the directory @throws RangeError for one with too many tags */
async function openImage(tiff: GeoTIFF, read: ReadRange, index: number, offset: number): Promise<GeoTIFFImage> {
  const start = new DataView(await read(offset, 8));
  const tags = tiff.bigTiff ? Number(start.getBigUint64(0, true)) : start.getUint16(0, true);
  if (tags > MOST_TAGS) throw new RangeError("A directory has too many tags.");
  return await tiff.getImage(index);
}

async function openImages(file: DataFile, read: ReadRange): Promise<CogImages> {
  const { GeoTIFF } = await import("geotiff");
  type Slice = { offset: number; length: number };
  const fetchSlice = async ({ offset, length }: Slice) => ({ offset, length, data: await read(offset, length) });
  const fetch = (slices: Slice[]) => Promise.all(slices.map(({ offset, length }) => read(offset, length)));
  const tiff = await GeoTIFF.fromSource({ fetch, fetchSlice, fileSize: file.size, close: () => Promise.resolve() });
  const main = await openImage(tiff, read, 0, tiff.firstIFDOffset);
  let [smallest, hasOverviews] = [main, false];
  for (let index = 0, image = main; ; index += 1) {
    await checkLastTile(image, file.size);
    const type = Number(await image.fileDirectory.loadValue("NewSubfileType"));
    hasOverviews ||= (type & OVERVIEW) !== 0;
    if ((type & (OVERVIEW | MASK)) === OVERVIEW) smallest = image;
    if (image.fileDirectory.nextIFDByteOffset === 0 || index === MOST_IMAGES) return { main, smallest, hasOverviews };
    image = await openImage(tiff, read, index + 1, image.fileDirectory.nextIFDByteOffset);
  }
}

/** Returns the number of the projection, or null if the file doesn't say it. */
function projectionOf(image: GeoTIFFImage): number | null {
  const keys = image.getGeoKeys();
  return keys?.ProjectedCSTypeGeoKey ?? keys?.GeographicTypeGeoKey ?? null;
}

/** Returns true for pixels that the viewer can decode and colour. */
async function hasShownPixels(image: GeoTIFFImage): Promise<boolean> {
  const { fileDirectory } = image;
  const sample = image.getSampleFormat();
  const compression = (await fileDirectory.loadValue("Compression")) ?? 1;
  const bits = Math.max(...Array.from((await fileDirectory.loadValue("BitsPerSample")) ?? [1]).slice(0, MOST_BITS));
  const interpretation = Number(await fileDirectory.loadValue("PhotometricInterpretation"));
  const isPicture = COLOURS.includes(interpretation) && bits <= MOST_BITS && sample === UNSIGNED;
  return COMPRESSIONS.includes(compression) && (isPicture || (SPREAD.includes(interpretation) && NUMBERS.includes(sample)));
}

/** Returns true for an image that can be read in parts. */
function hasParts({ main, hasOverviews }: CogImages): boolean {
  return main.isTiled && (hasOverviews || Math.max(main.getWidth(), main.getHeight()) <= MOST_PIXELS_WITHOUT_OVERVIEWS);
}

/** Returns the question for an image that doesn't say its projection, or nothing. */
function questionOf(
  projection: number | null,
  box: readonly number[] | null,
  { projection: answered }: Answer,
): Pick<FoundLayer, "question"> {
  const isKnown = projection !== null || answered !== undefined || (box !== null && degreesOf(box) !== null);
  if (isKnown || box === null) return {};
  return { question: { kind: "projection", likely: likelyProjections(box[0] ?? 0, box[1] ?? 0) } };
}

/**
 * Returns the layer of a GeoTIFF, from its directories. One that isn't a Cloud Optimized GeoTIFF in Web Mercator is converted.
 * @param placed whether another file says its projection, and the corner that a world file names @throws DataRefusedError
 */
export async function describeCog(
  file: DataFile,
  { isPlaced, corner }: { isPlaced: boolean; corner?: readonly number[] | null | undefined },
  answer: Answer,
): Promise<FoundLayer[]> {
  const layer = { name: layerName(file.path), file: file.path, kind: "raster", minZoom: 0, attributes: [] } as const;
  const { projection } = answer;
  const converted: FoundLayer = { ...layer, format: "gdal", bounds: null, attributes: [], ...(projection && { projection }) };
  if (!(await checkMagic(file))) return [converted];
  return await readHeader(file, async (read) => {
    const images = await openImages(file, read);
    const { main } = images;
    const number = projectionOf(main);
    const isShown = PROJECTIONS.includes(number ?? 0) && hasParts(images) && (await hasShownPixels(main));
    if (isShown) {
      const statistics = await measureRaster(main, images.smallest);
      const bounds = mercatorToDegrees(main.getBoundingBox());
      return [{ ...layer, format: "cog", attributes: [], bounds, ...(statistics && { statistics }) }];
    }
    const box = isPlaced ? null : (corner ?? boxOf(main));
    return [{ ...converted, ...questionOf(number, box, answer) }];
  });
}

/** Returns the box of an image in units of its projection, or null for one that doesn't say where it is. */
function boxOf(image: GeoTIFFImage): readonly number[] | null {
  try {
    return image.getBoundingBox();
  } catch {
    return null;
  }
}
