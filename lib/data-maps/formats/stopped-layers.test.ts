import { describe, expect, it } from "vitest";
import { type DataMap, dataMapSchema } from "../schema";
import { isStopped, stoppedFiles, tryAgain, withCancellation } from "./stopped-layers";

const mapOf = (...layers: object[]): DataMap =>
  dataMapSchema.parse({
    version: 1,
    title: "Harbour",
    view: { bounds: [4, 51, 5, 52] },
    layers: layers.map((layer) => ({ name: "A", kind: "areas", ...layer })),
  });

const waiting = { file: "a.gpkg", format: "gdal" };
const result = (name: string, rest: object = {}) => ({
  ...{ file: `layers/a.gpkg/${name}.fgb`, format: "flatgeobuf", convertedFrom: { file: "a.gpkg", revision: "1" } },
  ...rest,
});

describe("isStopped", () => {
  it("returns true only when every layer of the file was stopped", () => {
    const cancelled = withCancellation(mapOf(result("x"), result("y")), "a.gpkg");
    expect(isStopped(cancelled, "a.gpkg")).toBe(true);
    expect(isStopped(mapOf(result("x", { problem: "Failed." }), result("y")), "a.gpkg")).toBe(false);
    expect(isStopped(mapOf(), "a.gpkg")).toBe(false);
  });
});

describe("withCancellation", () => {
  it("keeps a result that would become tiles on the map", () => {
    const cancelled = withCancellation(mapOf(result("x"), result("y")), "layers/a.gpkg/x.fgb");
    expect(cancelled.layers.map(({ problem }) => problem)).toEqual([undefined, undefined]);
    expect(stoppedFiles(cancelled).map(({ path }) => path)).toEqual(["layers/a.gpkg/x.fgb"]);
    expect(tryAgain(cancelled, "layers/a.gpkg/x.fgb")).toEqual(mapOf(result("x"), result("y")));
  });
});

describe("tryAgain", () => {
  it("removes the problem of the file's layers only, and returns null when there is none", () => {
    const map = mapOf({ ...waiting, problem: "Failed." }, { ...waiting, file: "b.gpkg", problem: "Failed." });
    expect(tryAgain(map, "a.gpkg")?.layers.map(({ problem }) => problem)).toEqual([undefined, "Failed."]);
    expect(tryAgain(mapOf(waiting), "a.gpkg")).toBeNull();
  });
});
