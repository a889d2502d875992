import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { parseFormats, readErrors } from "./native";

const canRun = [
  ["gdal_translate", "--version"],
  ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"],
].every(([command = "", ...args]) => spawnSync(command, args).status === 0);

/** Returns the running processes whose command names a text. */
async function findProcesses(text: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
  return ids.filter((_, index) => commands[index]?.includes(text));
}

it.skipIf(!canRun)("A program of the installed GDAL ends when its parent is killed", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-killed-"));
  await writeFile(path.join(folder, "heights.asc"), "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n");
  // Writes 10 GB, which nothing waits for.
  const code = `import { findNativeEngine } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, "native.ts")).href)};
    const engine = await findNativeEngine();
    const args = ["-of", "GTiff", "-r", "cubic", "-co", "COMPRESS=DEFLATE", "-outsize", "100000", "100000", "heights.asc", "large.tif"];
    await engine.run("gdal_translate", args, { folder: process.argv[1], drivers: ["AAIGrid", "GTiff", "VRT"] });`;
  const parent = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code, folder], { stdio: "ignore" });
  const programs = async () => (await findProcesses(folder)).filter((id) => Number(id) !== parent.pid);
  try {
    await expect.poll(async () => (await programs()).length).toBeGreaterThan(0);
    await expect.poll(() => readdir(folder)).toContain("large.tif");
    parent.kill("SIGKILL");
    await expect.poll(programs).toEqual([]);
  } finally {
    parent.kill("SIGKILL");
    await rm(folder, { recursive: true });
  }
});

it("parseFormats returns the names of drivers, which may have spaces", () => {
  const text =
    "Supported Formats:\n  ESRI Shapefile -vector- (rw+uv): ESRI Shapefile\n  netCDF -raster,multidimensional raster,vector- (rw+s): NetCDF\n";
  expect(parseFormats(text)).toEqual(["ESRI Shapefile", "netCDF"]);
});

it("readErrors leaves out warnings and the list of drivers", () => {
  const text =
    "Warning 1: odd axis\nFAILURE:\nUnable to open datasource `a.shp' with the following drivers.\n  -> ESRI Shapefile\n  -> CSV\n";
  expect(readErrors(text)).toBe("Unable to open datasource `a.shp'.");
  expect(readErrors("ERROR 1: no layer\nERROR 4: a.tif: missing\n")).toBe("no layer a.tif: missing");
});
