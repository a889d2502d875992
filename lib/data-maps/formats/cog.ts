import type { GeoTIFF, GeoTIFFImage } from "geotiff";
import { quoteName } from "../../archives/refusals";
import { mercatorToDegrees } from "./bounds";
import { commandFile } from "./command";
import { type DataFile, DataRefusedError, type FoundLayer } from "./data-file";
import { layerName } from "./layer-name";
import { type ReadRange, readHeader } from "./read-header";

/** A larger image needs overviews: the viewer would read all of it for the first view. */
const MOST_PIXELS_WITHOUT_OVERVIEWS = 1_024;
const MOST_IMAGES = 64;
/** The library copies the value of each tag, and tags may share their bytes. */
const MOST_TAGS = 1_000;

/** Web Mercator, with the number of Esri. */
const PROJECTIONS = [3857, 102113];
const USER_DEFINED = 32767;
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

interface CogImages {
  main: GeoTIFFImage;
  hasOverviews: boolean;
}

function translate(path: string, options = ""): string {
  return `gdal_translate ${commandFile(path)} ${commandFile(path, "-cog")} -of COG${options}`;
}

function warp(path: string, options = ""): string {
  return `gdalwarp${options} -t_srs EPSG:3857 -of COG ${commandFile(path)} ${commandFile(path, "-3857")}`;
}

async function checkMagic(file: DataFile): Promise<void> {
  const [first, second, third, fourth] = await file.read(0, 4);
  const isLittleEndian = first === 0x49 && second === 0x49 && (third === 42 || third === 43);
  if (isLittleEndian) return;
  const name = quoteName(file.path);
  if (first === 0x4d && second === 0x4d && (fourth === 42 || fourth === 43)) {
    throw new DataRefusedError(`${name} has the byte order big-endian, which the viewer can't read. Convert it: ${translate(file.path)}`);
  }
  throw new DataRefusedError(`${name} isn't a TIFF, although its name says so. Export it as GeoTIFF, and upload it again.`);
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
  let hasOverviews = false;
  for (let index = 0, image = main; ; index += 1) {
    await checkLastTile(image, file.size);
    hasOverviews ||= (Number(await image.fileDirectory.loadValue("NewSubfileType")) & 1) === 1;
    if (image.fileDirectory.nextIFDByteOffset === 0 || index === MOST_IMAGES) return { main, hasOverviews };
    image = await openImage(tiff, read, index + 1, image.fileDirectory.nextIFDByteOffset);
  }
}

function checkProjection(path: string, image: GeoTIFFImage): void {
  const keys = image.getGeoKeys();
  const code = keys?.ProjectedCSTypeGeoKey ?? keys?.GeographicTypeGeoKey;
  if (PROJECTIONS.includes(code)) return;
  const name = quoteName(path);
  if (code === undefined) {
    const command = warp(path, " -s_srs EPSG:25832");
    throw new DataRefusedError(`${name} doesn't say which projection it has. Convert it, with its own number for 25832: ${command}`);
  }
  const projection = code === USER_DEFINED ? "a projection without an EPSG number" : `the projection EPSG:${code}`;
  throw new DataRefusedError(`${name} has ${projection}. A map can show EPSG:3857. Convert it: ${warp(path)}`);
}

async function checkPixels(path: string, image: GeoTIFFImage): Promise<void> {
  const name = quoteName(path);
  const { fileDirectory } = image;
  const compression = (await fileDirectory.loadValue("Compression")) ?? 1;
  if (!COMPRESSIONS.includes(compression)) {
    const command = translate(path, " -co COMPRESS=DEFLATE");
    throw new DataRefusedError(`${name} has a compression that browsers can't read. Convert it: ${command}`);
  }
  const bits = Math.max(...Array.from((await fileDirectory.loadValue("BitsPerSample")) ?? [1]).slice(0, MOST_BITS));
  const sample = image.getSampleFormat();
  const interpretation = Number(await fileDirectory.loadValue("PhotometricInterpretation"));
  const isPicture = COLOURS.includes(interpretation) && bits <= MOST_BITS && sample === UNSIGNED;
  if (!isPicture && !(SPREAD.includes(interpretation) && NUMBERS.includes(sample))) {
    const command = translate(path, " -ot Byte -scale");
    throw new DataRefusedError(`${name} has colours that a map can't show. Make an image of it: ${command}`);
  }
}

function checkLayout(path: string, { main, hasOverviews }: CogImages): void {
  const isLarge = Math.max(main.getWidth(), main.getHeight()) > MOST_PIXELS_WITHOUT_OVERVIEWS;
  if (main.isTiled && (hasOverviews || !isLarge)) return;
  const lacks = main.isTiled ? "it has no overviews" : "it has strips in place of tiles";
  throw new DataRefusedError(`${quoteName(path)} isn't a Cloud Optimized GeoTIFF: ${lacks}. Convert it: ${translate(path)}`);
}

/** Returns the layer of a Cloud Optimized GeoTIFF, from its directories. @throws DataRefusedError for one that the viewer can't show */
export async function describeCog(file: DataFile): Promise<FoundLayer[]> {
  await checkMagic(file);
  const images = await readHeader(file, (read) => openImages(file, read));
  checkProjection(file.path, images.main);
  await readHeader(file, () => checkPixels(file.path, images.main));
  checkLayout(file.path, images);
  const box = await readHeader(file, async () => images.main.getBoundingBox());
  return [
    {
      name: layerName(file.path),
      file: file.path,
      format: "cog",
      kind: "raster",
      bounds: mercatorToDegrees(box),
      minZoom: 0,
      attributes: [],
    },
  ];
}
