import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { quoteName } from "../../archives/refusals";
import { GdalError, type GdalProgram } from "../../gdal/engine";
import { DataRefusedError } from "../formats/data-file";
import { type ConversionContext, type ConversionSource, type ConvertedFile, UnknownProjectionError } from "./convert-vectors";
import { needsGdal } from "./needs-gdal";

const bandSchema = z.object({
  type: z.string(),
  colorInterpretation: z.string().optional(),
  noDataValue: z.union([z.number(), z.string()]).optional(),
  computedMin: z.number().optional(),
});

/** What `gdalinfo -json` says. */
const rasterSchema = z.object({
  driverShortName: z.string(),
  geoTransform: z.array(z.number()).optional(),
  gcps: z.unknown().optional(),
  coordinateSystem: z.object({ wkt: z.string() }).optional(),
  bands: z.array(bandSchema),
  metadata: z.record(z.string(), z.record(z.string(), z.string())).optional(),
});
type Raster = z.infer<typeof rasterSchema>;

/** What GDAL needs besides the drivers of the input: for temporary images, the result, and tiles of a GeoPackage. */
const WORKING_DRIVERS = ["GTiff", "COG", "MEM", "VRT", "PNG", "JPEG", "WEBP"];
/** Programs of Esri mark pixels without a value by the lowest number of a float, and often don't say so. */
const LOWEST_FLOAT = -3e38;
/** Colours of pictures. */
const PICTURE = ["Red", "Green", "Blue", "Alpha"];

/** Messages of a GDAL that was made without a library. */
const MISSING_CODEC = /missing codec|not configured/i;

type Run = (program: GdalProgram, args: readonly string[], onPercent?: (percent: number) => void) => Promise<string>;

function runIn({ engine, folder }: ConversionContext, drivers: readonly string[]): Run {
  return (program, args, onPercent) =>
    engine.run(program, args, { folder, drivers: [...drivers, ...WORKING_DRIVERS], settings: SETTINGS, ...(onPercent && { onPercent }) });
}

/** Programs of Esri write the projection of an image into `.aux.xml`. */
const SETTINGS = { GDAL_PAM_ENABLED: "YES" };

/** Arguments that keep GDAL from reading the file as another format. */
const inputFormats = ({ format }: ConversionSource) => format.drivers.flatMap((name) => ["-if", name]);

async function readRaster(source: ConversionSource, run: Run): Promise<Raster> {
  try {
    return rasterSchema.parse(JSON.parse(await run("gdalinfo", ["-json", ...inputFormats(source), source.input])));
  } catch (error) {
    if (!(error instanceof GdalError || error instanceof SyntaxError)) throw error;
    if (MISSING_CODEC.test(error.message)) throw needsGdal(source.path);
    throw new DataRefusedError(`${quoteName(source.path)} can't be read as ${source.format.label}. Export it again, and upload it.`);
  }
}

/** Returns the text of the `.prj` file next to an image, which GDAL doesn't read for each format. */
async function findProjectionFile(image: string): Promise<string | undefined> {
  const { dir, name } = path.parse(image);
  const found = (await readdir(dir).catch(() => [])).find((other) => other.toLowerCase() === `${name}.prj`.toLowerCase());
  return found && (await readFile(path.join(dir, found), "latin1")).trim();
}

/** Returns the arguments for the projection of the input. @throws DataRefusedError when no one said it, or where the image is */
async function placeArguments(
  { path: file, input, readAs: { projection } }: ConversionSource,
  { geoTransform, gcps, coordinateSystem }: Raster,
  folder: string,
): Promise<string[]> {
  if (!geoTransform && gcps === undefined) {
    throw new DataRefusedError(`${quoteName(file)} doesn't say where it is. Upload its world file with it, such as .tfw or .wld.`);
  }
  if (projection !== undefined) return ["-s_srs", projection];
  if (coordinateSystem && coordinateSystem.wkt !== "") return [];
  const wkt = await findProjectionFile(path.join(folder, input));
  if (wkt !== undefined) return ["-s_srs", wkt];
  const [west = 0, width = 0, , north = 0, , height = 0] = geoTransform ?? [];
  const isDegrees = Math.abs(west) <= 360 && Math.abs(north) <= 90 && Math.abs(width) < 10 && Math.abs(height) < 10;
  if (isDegrees) return ["-s_srs", "EPSG:4326"];
  throw new UnknownProjectionError(file);
}

const isPicture = ({ bands }: Raster) =>
  bands.length > 1 && bands.every(({ colorInterpretation = "" }) => PICTURE.includes(colorInterpretation));

/** Returns arguments that keep what is around the image transparent. */
async function emptyArguments(source: ConversionSource, { bands }: Raster, run: Run): Promise<string[]> {
  const [band] = bands;
  if (!band || bands.some(({ colorInterpretation }) => colorInterpretation === "Alpha")) return [];
  if (band.noDataValue !== undefined) return [];
  if (!band.type.startsWith("Float")) return ["-dstalpha"];
  const measured = rasterSchema.parse(JSON.parse(await run("gdalinfo", ["-json", "-mm", ...inputFormats(source), source.input])));
  const { computedMin: min } = measured.bands[0] ?? {};
  const lowest = min !== undefined && min <= LOWEST_FLOAT ? ["-srcnodata", String(min)] : [];
  return [...lowest, "-dstnodata", "nan"];
}

/** Pictures are compressed with a loss that is not seen, measurements without any. */
function layoutArguments(raster: Raster, hasWebp: boolean): string[] {
  const isPhoto = isPicture(raster) && raster.bands.every(({ type }) => type === "Byte");
  if (isPhoto && hasWebp) return ["-r", "bilinear", "-co", "COMPRESS=WEBP", "-co", "QUALITY=90"];
  const isFloat = raster.bands.every(({ type }) => type.startsWith("Float"));
  const resampling = isFloat || isPhoto ? "bilinear" : "near";
  return [
    "-r",
    resampling,
    "-co",
    "COMPRESS=DEFLATE",
    "-co",
    "PREDICTOR=YES",
    "-co",
    `OVERVIEW_RESAMPLING=${isFloat || isPhoto ? "AVERAGE" : "NEAREST"}`,
  ];
}

/** Returns whether a file has images. */
export async function hasRaster(source: ConversionSource, context: ConversionContext): Promise<boolean> {
  try {
    await readRaster(source, runIn(context, source.format.drivers));
    return true;
  } catch (error) {
    if (error instanceof DataRefusedError) return false;
    throw error;
  }
}

/** Returns the names by which GDAL opens the images of a file that has several. */
function subdatasets({ metadata }: Raster): string[] {
  const names = Object.entries(metadata?.SUBDATASETS ?? {}).filter(([key]) => key.endsWith("_NAME"));
  return names.map(([, name]) => name);
}

/** Converts an image or a grid to Cloud Optimized GeoTIFFs in Web Mercator, one for each table of a GeoPackage. @throws DataRefusedError */
export async function convertRaster(source: ConversionSource, context: ConversionContext): Promise<ConvertedFile[]> {
  const raster = await readRaster(source, runIn(context, source.format.drivers));
  const names = raster.geoTransform ? [] : subdatasets(raster);
  if (names.length === 0) return [await convertImage(source, raster, context)];
  const converted: ConvertedFile[] = [];
  for (const [index, input] of names.entries()) {
    const table = { ...source, input, output: `${source.output}-image-${index}` };
    const found = await readRaster(table, runIn(context, source.format.drivers));
    converted.push({ ...(await convertImage(table, found, context)), name: input.slice(input.lastIndexOf(":") + 1) });
  }
  return converted;
}

async function convertImage(source: ConversionSource, image: Raster, context: ConversionContext): Promise<ConvertedFile> {
  const run = runIn(context, source.format.drivers);
  let [input, raster] = [source, image];
  const place = await placeArguments(source, raster, context.folder);
  if (raster.bands[0]?.colorInterpretation === "Palette") {
    const colors = `${source.output}-colors.tif`;
    await run("gdal_translate", [...inputFormats(input), "-expand", "rgba", input.input, colors]);
    input = { ...source, input: colors, format: { ...source.format, drivers: ["GTiff"] } };
    raster = await readRaster(input, run);
  }
  const file = `${source.output}.tif`;
  const empty = await emptyArguments(input, raster, run);
  const args = [
    "-t_srs",
    "EPSG:3857",
    "-of",
    "COG",
    ...place,
    ...empty,
    ...layoutArguments(raster, context.engine.hasWebp),
    ...inputFormats(input),
  ];
  await run("gdalwarp", [...args, "-wm", "128", input.input, file], context.onPercent);
  return { file, name: path.posix.parse(source.path).name, notes: [] };
}
