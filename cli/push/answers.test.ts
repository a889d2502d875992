import { describe, expect, it } from "vitest";
import type { DataFile } from "../../lib/data-maps/formats/data-file";
import { toDataFile } from "../../lib/upload-client/data-layers";
import { type AnswerOptions, readAnswers } from "./answers";
import { reportLayers } from "./report-contents";

const none: AnswerOptions = { projection: [], columns: [], swap: [] };

/** Returns a table with eastings and northings of Hamburg. */
const table = (path: string, header = "name;rechts;hoch"): DataFile =>
  toDataFile(path, new File([`${header}\nAlpha;565000;5933000\nBravo;565100;5933100`], path));

async function report(files: readonly DataFile[], options: Partial<AnswerOptions>) {
  const lines: string[] = [];
  const answers = await reportLayers(files, readAnswers({ ...none, ...options }), { log: (line) => lines.push(line) });
  return { answers, lines };
}

describe("readAnswers", () => {
  it("reads what is said of one file, and of all", () => {
    const projection = ["a=b.csv=epsg:25833", "EPSG:25832"];
    expect(readAnswers({ projection, columns: ["a=b.csv=x,y"], swap: ["berths.geojson"] })).toEqual({
      byFile: {
        "a=b.csv": { projection: "EPSG:25833", columns: { longitude: "x", latitude: "y" } },
        "berths.geojson": { isSwapped: true },
      },
      projection: "EPSG:25832",
    });
  });

  it.each([
    [{ projection: ["UTM 32"] }, "--projection: Enter a number of the EPSG, such as EPSG:25832."],
    [{ columns: ["lon,lat"] }, "--columns: name the file and its columns, such as berths.csv=lon,lat."],
    [{ columns: ["berths.csv=lon"] }, "--columns: name the file and its columns, such as berths.csv=lon,lat."],
  ])("refuses %j", (options, message) => {
    expect(() => readAnswers({ ...none, ...options })).toThrow(message);
  });
});

describe("reportLayers", () => {
  it("says that a server without GDAL needs its package for large files and some formats", async () => {
    const header = new File([new Uint8Array(100)], "depths.bag");
    const small = table("small.csv", "name;lon;lat");
    const log = async (files: readonly DataFile[], hasGdal: boolean) => {
      const lines: string[] = [];
      await reportLayers(files, readAnswers(none), { log: (line) => lines.push(line) }, { hasGdal });
      return lines.filter((line) => line.includes("gdal-bin"));
    };
    const large = { ...toDataFile("survey.gpkg", header), size: 201 * 1024 * 1024 };
    const bag = toDataFile("depths.bag", header);
    expect(await log([bag, large], false)).toEqual([
      'This server can\'t convert "depths.bag" and 1 more before an administrator installs the Debian package gdal-bin.',
    ]);
    expect(await log([bag, large], true)).toEqual([]);
    expect(await log([small], false)).toEqual([]);
  });

  it("names the option that answers a question", async () => {
    const { lines, answers } = await report([table("quays.csv")], {});
    expect(lines).toEqual([
      "No index.html. Sea-Vision will make a map of 1 layer:",
      "  Quays (Table, points, will be converted)",
      expect.stringMatching(/^ {4}needs an answer: --projection quays\.csv=EPSG:25832\. Likely: EPSG:25832, EPSG:25833/),
      "Without an answer, the map keeps the one that it has. You can answer later in Map Settings.",
    ]);
    expect(answers).toEqual({});
  });

  it("uses a projection for all files that don't say theirs, except those with an own answer", async () => {
    const files = [table("quays.csv"), table("berths.csv")];
    const { lines, answers } = await report(files, { projection: ["EPSG:25832", "berths.csv=EPSG:32632"] });
    expect(answers).toEqual({ "quays.csv": { projection: "EPSG:25832" }, "berths.csv": { projection: "EPSG:32632" } });
    expect(lines.slice(1)).toEqual([
      "  Berths (Table, points, will be converted from EPSG:32632)",
      "  Quays (Table, points, will be converted from EPSG:25832)",
    ]);
  });

  it("asks for columns, and then for their projection", async () => {
    const file = table("berths.csv", "name;a;b");
    expect((await report([file], {})).lines[2]).toBe("    needs an answer: --columns berths.csv=LONGITUDE,LATITUDE. Columns: name, a, b.");
    const { lines } = await report([file], { columns: ["berths.csv=a,b"], projection: ["EPSG:25832"] });
    expect(lines[1]).toBe("  Berths (Table, points, will be converted from EPSG:25832)");
  });

  it("refuses an option about a file that isn't there", async () => {
    await expect(report([table("quays.csv")], { swap: ["berths.csv"] })).rejects.toThrow("There is no file berths.csv");
  });

  it("lists what a layer leaves out", async () => {
    const rows = "name;lon;lat\nAlpha;9.9;53.5\nBravo;;";
    const { lines } = await report([toDataFile("towns.csv", new File([rows], "towns.csv"))], {});
    expect(lines.slice(1)).toEqual(["  Towns (CSV, points)", expect.stringContaining("no coordinates")]);
  });
});
