import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { encode } from "iconv-lite";
import type { Answer } from "@/lib/data-maps/formats/data-file";
import type { GdalEngine, GdalProgram } from "@/lib/gdal/engine";
import { craftZip } from "../../craft-zip";

/** What samples are made with. */
const DRIVERS =
  "GeoJSON,ESRI Shapefile,GPKG,OpenFileGDB,DXF,MapInfo File,GML,KML,FlatGeobuf,GeoJSONSeq,S57,XLSX,ODS,CSV,GTiff,AAIGrid,XYZ,HFA,PNG,MEM,VRT,BAG,JP2OpenJPEG".split(
    ",",
  );

/** Files in `tests/data-formats` that not every GDAL can write. Its README says how they were made. */
const STORED = path.join(import.meta.dirname, "../../../data-formats");

/** Makes a sample in a folder, with the engine that is tested. Its methods take arguments of GDAL's programs, which are the recipe. */
export class SampleKit {
  constructor(
    private readonly engine: GdalEngine,
    readonly folder: string,
  ) {}

  async write(name: string, content: string | Uint8Array): Promise<void> {
    await mkdir(path.dirname(path.join(this.folder, name)), { recursive: true });
    await writeFile(path.join(this.folder, name), content);
  }

  read(name: string): Promise<Buffer> {
    return readFile(path.join(this.folder, name));
  }

  async remove(...names: string[]): Promise<void> {
    for (const name of names) await rm(path.join(this.folder, name));
  }

  async store(name: string): Promise<string> {
    await this.write(name, await readFile(path.join(STORED, name)));
    return name;
  }

  private async run(program: GdalProgram, args: readonly string[], settings: Record<string, string> = {}): Promise<void> {
    await this.engine.run(program, args, { folder: this.folder, drivers: DRIVERS.filter((name) => this.engine.hasDriver(name)), settings });
  }

  /** @param input GeoJSON @param args before the output */
  async ogr2ogr(output: string, input: object, args: readonly string[], settings?: Record<string, string>): Promise<string> {
    await this.write("source.geojson", JSON.stringify(input));
    await this.convert(output, "source.geojson", args, settings);
    await this.remove("source.geojson");
    return output;
  }

  /** @param input name of a file @param args before the output */
  async convert(output: string, input: string, args: readonly string[], settings?: Record<string, string>): Promise<void> {
    await mkdir(path.dirname(path.join(this.folder, output)), { recursive: true });
    await this.run("ogr2ogr", [...args, output, input], settings);
  }

  /** @param input name of a file, or an ASCII grid */
  async translate(output: string, input: string, args: readonly string[]): Promise<string> {
    const isGrid = input.startsWith("ncols");
    await mkdir(path.dirname(path.join(this.folder, output)), { recursive: true });
    if (isGrid) await this.write("source.asc", input);
    await this.run("gdal_translate", [...args, isGrid ? "source.asc" : input, output]);
    if (isGrid) await this.remove("source.asc");
    return output;
  }

  /** Puts the files of the folder into an archive. @param paths their names there, by their names in the folder */
  async zip(archive: string, paths: Readonly<Record<string, string>> = {}): Promise<string> {
    const names = (await readdir(this.folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.folder, path.join(entry.parentPath, entry.name)))
      .sort();
    const entries = await Promise.all(names.map(async (name) => ({ name: paths[name] ?? name, data: await this.read(name), method: 8 })));
    await rm(this.folder, { recursive: true });
    await this.write(archive, craftZip(entries));
    return archive;
  }

  /** Replaces a text of ASCII characters by one of the same length in a code page. */
  async recode(name: string, from: string, to: string, encoding: string): Promise<void> {
    const bytes = await this.read(name);
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.set(encode(to, encoding), at);
    await this.write(name, bytes);
  }
}

export type Box = readonly [west: number, south: number, east: number, north: number];

/** A layer of vectors, as the viewer reads it. */
export interface ExpectedVectors {
  name?: string;
  /** Types of the geometries, in the order of the alphabet. */
  types: string;
  count: number;
  bounds: Box;
  /** Metres. Default: 1. */
  within?: number;
  /** Attributes of one of the features. */
  attributes?: Readonly<Record<string, unknown>>;
  notes?: readonly (string | RegExp)[];
}

/** An image. */
export interface ExpectedImage {
  name?: string;
  bounds: Box;
  within: number;
  /** Values of the bands at places. NaN: nothing. */
  pixels?: readonly { at: readonly [number, number]; values: readonly number[]; tolerance?: number }[];
  notes?: readonly (string | RegExp)[];
}

export interface Sample {
  /** Completes "reads …" or "refuses …". */
  title: string;
  /** Writes the files. @returns the main one */
  make(kit: SampleKit): Promise<string>;
  /** What Sea-Vision asks for before the upload. */
  question?: "projection";
  answer?: Answer;
  layers?: readonly (ExpectedVectors | ExpectedImage)[];
  /** The sentence why it isn't shown. */
  refusal?: string | RegExp;
  /** That of the built-in GDAL only. */
  builtInRefusal?: string | RegExp;
}
