import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GdalEngine } from "../../gdal/engine";
import { convertVectors } from "./convert-vectors";

/** A GDAL that finds so many layers, and writes one feature of each. */
class FakeEngine implements GdalEngine {
  readonly name = "GDAL";
  readonly mostBytes = Number.POSITIVE_INFINITY;
  readonly hasWebp = false;
  constructor(private readonly layers: number) {}
  hasDriver = () => true;
  async run(...[program, args, { folder }]: Parameters<GdalEngine["run"]>): Promise<string> {
    const layer = (name: string) => `Layer name: ${name}\nGeometry: Point\nFeature Count: 1\nExtent: (9, 53) - (10, 54)\n`;
    const output = args.find((name) => name.endsWith(".fgb")) ?? "";
    if (program === "ogr2ogr") await writeFile(path.join(folder, output), "");
    return output === "" ? Array.from({ length: this.layers }, (_, index) => layer(`layer ${index}`)).join("") : layer("one");
  }
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-vectors-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("convertVectors", () => {
  it("converts the first 50 of 60 layers, and notes how many it leaves out", async () => {
    const format = { label: "GeoPackage", drivers: ["GPKG"], content: "both" } as const;
    const source = { path: "a.gpkg", input: "a.gpkg", output: "0", format, readAs: {} };
    const converted = await convertVectors(source, { engine: new FakeEngine(60), folder, onPercent: () => undefined });
    expect(converted).toHaveLength(50);
    expect(converted[0]).toMatchObject({ name: "layer 0", notes: ["10 of 60 layers of the file are left out. A map has at most 50."] });
    expect(converted[49]).toMatchObject({ name: "layer 49", notes: [] });
  });
});
