import { type GdalEngine, GdalError, type GdalProgram, type GdalRun } from "./engine";
import { readErrors } from "./native";
import { GdalInstance } from "./wasm-module";

/** Arguments of a program of GDAL, as its library wants them. */
interface GdalArguments {
  /** Files, and names of layers after them. */
  positional: string[];
  options: string[];
  /** Values of `-oo`. */
  openOptions: string[];
  /** Values of `--config`. */
  settings: Record<string, string>;
}

const NO_VALUE = new Set(
  [
    ...[
      "-append",
      "-explodecollections",
      "-forceNullable",
      "-makevalid",
      "-overwrite",
      "-skipfailures",
      "-unsetFid",
      "-update",
      "-wrapdateline",
    ],
    ...["-al", "-json", "-nocount", "-noextent", "-nogeomtype", "-nomd", "-ro", "-so"],
    ...["-checksum", "-hist", "-listmdd", "-mm", "-nofl", "-nogcp", "-norat", "-noct", "-nonodata", "-proj4", "-stats"],
    ...["-addalpha", "-dstalpha", "-multi", "-nosrcalpha", "-srcalpha", "-tap", "-q", "-quiet", "-progress"],
  ].map((name) => name.toLowerCase()),
);

const SEVERAL_VALUES = new Map(
  Object.entries({ "--config": 2, "-a_ullr": 4, "-outsize": 2, "-projwin": 4, "-spat": 4, "-srcwin": 4, "-te": 4, "-tr": 2, "-ts": 2 }),
);

function countValues(option: string): number {
  const name = option.toLowerCase();
  return NO_VALUE.has(name) ? 0 : (SEVERAL_VALUES.get(name) ?? 1);
}

/** Separates the arguments of a program. Options that no list here names have one value. */
export function splitArguments(args: readonly string[]): GdalArguments {
  const split: GdalArguments = { positional: [], options: [], openOptions: [], settings: {} };
  for (let index = 0; index < args.length; index++) {
    const name = args[index] ?? "";
    if (!name.startsWith("-")) {
      split.positional.push(name);
      continue;
    }
    const values = args.slice(index + 1, index + 1 + countValues(name));
    index += values.length;
    const [first = "", second = ""] = values;
    if (name === "--config") split.settings[first] = second;
    else if (name === "-oo") split.openOptions.push(first);
    else split.options.push(name, ...values);
  }
  return split;
}

const MOST_BYTES = 200 * 1024 * 1024;

/** Flags of GDALOpenEx. */
const [RASTER, VECTOR, VERBOSE] = [0x02, 0x04, 0x40];

interface Program {
  opens: number;
  /** The function that reads the program's options. */
  options: string;
  /** Runs it. @returns the text of an info, or "" @throws GdalError when it fails */
  run(gdal: GdalInstance, sources: readonly number[], output: string, options: number): string;
}

function readInfo(name: string): Program["run"] {
  return (gdal, [source = 0], _output, options) => {
    const text = gdal.call(name, source, options);
    if (text === 0) throw new GdalError(readErrors(gdal.errors));
    return gdal.readText(text);
  };
}

/** Writes what was converted to its file. @throws GdalError */
function close(gdal: GdalInstance, dataset: number): string {
  if (dataset === 0 || gdal.call("GDALClose", dataset) !== 0) throw new GdalError(readErrors(gdal.errors));
  return "";
}

function convertSeveral(name: string): Program["run"] {
  return (gdal, sources, output, options) =>
    close(gdal, gdal.call(name, output, 0, sources.length, gdal.storeAddresses(sources), options, 0));
}

const programs: Record<GdalProgram, Program> = {
  ogrinfo: { opens: VECTOR, options: "GDALVectorInfoOptionsNew", run: readInfo("GDALVectorInfo") },
  gdalinfo: { opens: RASTER, options: "GDALInfoOptionsNew", run: readInfo("GDALInfo") },
  ogr2ogr: { opens: VECTOR, options: "GDALVectorTranslateOptionsNew", run: convertSeveral("GDALVectorTranslate") },
  gdalwarp: { opens: RASTER, options: "GDALWarpAppOptionsNew", run: convertSeveral("GDALWarp") },
  gdal_translate: {
    opens: RASTER,
    options: "GDALTranslateOptionsNew",
    run: (gdal, [source = 0], output, options) => close(gdal, gdal.call("GDALTranslate", output, source, options, 0)),
  },
};

/** Returns which arguments of a program are files and which are layers. */
function sortPaths(program: GdalProgram, positional: readonly string[]) {
  const [first = "", second = "", ...rest] = positional;
  if (program === "ogr2ogr") return { output: first, sources: [second], layers: rest };
  if (program === "ogrinfo" || program === "gdalinfo") return { output: "", sources: [first], layers: positional.slice(1) };
  return { output: positional.at(-1) ?? "", sources: positional.slice(0, -1), layers: [] };
}

class WasmEngine implements GdalEngine {
  readonly mostBytes = MOST_BYTES;
  /** Its libraries read and write WebP, but not inside of GeoTIFF. */
  readonly hasWebp = false;

  constructor(
    readonly name: string,
    private readonly drivers: readonly string[],
  ) {}

  hasDriver(name: string): boolean {
    return this.drivers.includes(name);
  }

  /** Runs a program in an instance of its own, whose drivers and settings end with it. Blocks this process. */
  async run(program: GdalProgram, args: readonly string[], { folder, drivers, onPercent, settings }: GdalRun): Promise<string> {
    const { positional, options, openOptions, settings: configured } = splitArguments(args);
    const { output, sources, layers } = sortPaths(program, positional);
    const skipped = this.drivers.filter((name) => !drivers.includes(name)).join(",");
    const gdal = await GdalInstance.start({
      folder,
      settings: { GDAL_SKIP: skipped, GDAL_CACHEMAX: "256", GDAL_PAM_ENABLED: "NO", CPL_TMPDIR: ".", ...settings, ...configured },
    });
    try {
      const { opens, options: readOptions, run } = programs[program];
      const datasets = sources.map((path) => {
        const dataset = gdal.call("GDALOpenEx", path, opens | VERBOSE, 0, gdal.storeTexts(openOptions), 0);
        if (dataset === 0) throw new GdalError(readErrors(gdal.errors));
        return dataset;
      });
      const understood = gdal.call(readOptions, gdal.storeTexts([...options, ...layers]), 0);
      if (understood === 0) throw new GdalError(readErrors(gdal.errors));
      if (onPercent && output !== "")
        gdal.watchReading(
          datasets.flatMap((dataset) => gdal.readTexts(gdal.call("GDALGetFileList", dataset))),
          onPercent,
        );
      const text = run(gdal, datasets, output, understood);
      onPercent?.(100);
      return text;
    } catch (error) {
      // An instance that ran out of memory throws an error of WebAssembly, and C++ a number.
      throw error instanceof GdalError ? error : new GdalError(readErrors(gdal.errors) || `${program} failed: ${String(error)}`);
    }
  }
}

/** Returns GDAL as compiled to WebAssembly, of the package gdal3.js. */
export async function openWasmEngine(): Promise<GdalEngine> {
  const gdal = await GdalInstance.start({ settings: {} });
  const drivers = Array.from({ length: gdal.call("GDALGetDriverCount") }, (_, index) =>
    gdal.readText(gdal.call("GDALGetDescription", gdal.call("GDALGetDriver", index))),
  );
  return new WasmEngine("GDAL 3.8.4 (WebAssembly)", drivers);
}
