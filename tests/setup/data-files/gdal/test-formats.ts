import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DataFile, DataRefusedError } from "@/lib/data-maps/formats/data-file";
import { describeFiles } from "@/lib/data-maps/formats/describe-files";
import { convertInput } from "@/lib/files/conversion/convert-dataset";
import type { GdalEngine } from "@/lib/gdal/engine";
import { asStore, MemoryStore, sliceAt } from "../../memory-blobs";
import { DATABASE_SAMPLES } from "./databases";
import { DRAWING_SAMPLES } from "./drawings";
import { GEOMETRY_SAMPLES } from "./geometries";
import { GRID_SAMPLES } from "./grids";
import { IMAGE_SAMPLES } from "./images";
import { type Sample, SampleKit } from "./kit";
import { expectLayers } from "./read-layers";
import { SHAPEFILE_SAMPLES } from "./shapefiles";
import { SHEET_SAMPLES } from "./sheets";
import { TEXT_SAMPLES } from "./texts";

const groups: [string, readonly Sample[]][] = [
  ["a Shapefile", SHAPEFILE_SAMPLES],
  ["a database", DATABASE_SAMPLES],
  ["a drawing, MapInfo, GML or a sea chart", DRAWING_SAMPLES],
  ["a text", TEXT_SAMPLES],
  ["a workbook", SHEET_SAMPLES],
  ["geometries", GEOMETRY_SAMPLES],
  ["an image", IMAGE_SAMPLES],
  ["a grid", GRID_SAMPLES],
];

/** Reads all files of a folder. */
async function readAll(folder: string): Promise<Map<string, Buffer>> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const read = async ({ parentPath, name }: (typeof entries)[number]) => {
    const file = path.join(parentPath, name);
    return [path.relative(folder, file), await readFile(file)] as const;
  };
  return new Map(await Promise.all(entries.map(read)));
}

const toDataFile = ([name, bytes]: readonly [string, Buffer]): DataFile => ({
  path: name,
  size: bytes.length,
  read: (offset, length) => Promise.resolve(new Uint8Array(bytes.subarray(offset, offset + length))),
});

/** Describes the files as the browser does, and converts the main one as the server does. */
async function publish(main: string, sample: Sample, files: Map<string, Buffer>, engine: GdalEngine, folder: string) {
  const describeAll = async (answers = {}) =>
    (await describeFiles([...files].map(toDataFile), undefined, answers)).find(({ file }) => file === main);
  const asked = await describeAll();
  expect(asked, `${main} is described`).toBeDefined();
  expect(asked?.question?.kind).toBe(sample.question);
  const layer = (await describeAll({ [main]: sample.answer })) ?? asked;
  expect(layer?.format, "is to be converted").toBe("gdal");
  const store = new MemoryStore();
  const isWhole = path.dirname(main).endsWith(".gdb") || main.endsWith(".kml");
  const isSidecar = (name: string) => name !== main && (isWhole || name.startsWith(main.replace(/[^.]*$/, "")));
  const names = [main, ...[...files.keys()].filter(isSidecar)];
  const inputs = names.map((name) => {
    const bytes = files.get(name) ?? Buffer.alloc(0);
    return { path: name, slice: sliceAt(store.put(bytes), 0, bytes.length) };
  });
  const { projection, columns, encoding, isSwapped } = layer ?? {};
  const readAs = { projection: projection ?? sample.answer?.projection, columns, encoding, isSwapped };
  return await convertInput({ files: inputs, readAs, folder }, engine, { store: asStore(store), progress: () => undefined });
}

interface TestedEngine {
  /** Null where this machine has none: its tests then show as skipped. */
  find: (() => Promise<GdalEngine | null>) | null;
  isBuiltIn: boolean;
}

/** Converts every sample with an engine, and compares the layers with what they are known to have. */
export function testFormats({ find, isBuiltIn }: TestedEngine): void {
  let engine: GdalEngine;
  let work: string;
  beforeAll(async () => {
    const found = await find?.();
    if (found) engine = found;
  });
  beforeEach(async () => {
    work = await mkdtemp(path.join(tmpdir(), "sea-vision-formats-"));
  });
  afterEach(() => rm(work, { recursive: true, force: true }));

  describe.each(groups)("converts %s", (_group, samples) => {
    it.skipIf(!find).each(samples)("$title", async (sample) => {
      const [made, folder] = [path.join(work, "made"), path.join(work, "job")];
      await mkdir(made);
      await mkdir(folder);
      const main = await sample.make(new SampleKit(engine, made));
      const result = publish(main, sample, await readAll(made), engine, folder);
      const refusal = sample.refusal ?? (isBuiltIn ? sample.builtInRefusal : undefined);
      if (refusal === undefined) return await expectLayers(await result, sample.layers ?? [], folder, engine);
      const error: unknown = await result.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DataRefusedError);
      expect((error as DataRefusedError).message).toMatch(refusal);
    });
  });
}
