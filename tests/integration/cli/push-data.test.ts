import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { craftZip } from "../../setup/craft-zip";
import { filesOfTree } from "../folder-imports/published-files";
import { commandLine } from "./command-line";
import { resultOf } from "./run-client";

const cli = commandLine();

beforeAll(async () => {
  await db().viewerFile.create({ data: { hash: "c1".padEnd(64, "0"), name: "viewer.js", content: Buffer.from("") } });
});

const collection = () => {
  const feature = { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [4.1, 51.9] } };
  return JSON.stringify({ type: "FeatureCollection", features: [feature] });
};
const berths = collection();

async function write(folder: string, files: Record<string, string>): Promise<string> {
  const top = path.join(cli.machine.folder, folder);
  await mkdir(top, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(top, name), content);
  return top;
}

it("push publishes a single file with map data after it has listed the layers", async () => {
  const folder = await write("single", { "berths.geojson": berths, "other.txt": "is not published" });
  const ended = await cli.machine.run(["push", path.join(folder, "berths.geojson"), "--project", "Single"], cli.environment());
  expect(ended.code).toBe(0);
  expect(ended.seen).toContain("No index.html. Sea-Vision will make a map of 1 layer:\n  Berths (GeoJSON, points)\n");
  const { currentTreeId } = await db().project.findFirstOrThrow({ where: { name: "Single" } });
  const files = await filesOfTree(currentTreeId ?? 0n);
  expect(files).toMatchObject({ "berths.geojson": berths });
  expect(files).not.toHaveProperty(["other.txt"]);
});

it("push lists the layers of a ZIP", async () => {
  const file = path.join(cli.machine.folder, "data.zip");
  await writeFile(file, craftZip([{ name: "data/berths.geojson", data: Buffer.from(berths), method: 8 }]));
  const ended = await cli.machine.run(["push", file, "--project", "Zipped data", "--dry-run"], cli.environment());
  expect(ended.seen).toContain("Sea-Vision will make a map of 1 layer:\n  Berths (GeoJSON, points)\n");
});

it("push exits with 6 and says what is wrong with a file that no map can show", async () => {
  const folder = await write("broken", { "berths.shp": "no shapes" });
  const ended = await cli.machine.run(["push", folder, "--project", "Broken", "--json"], cli.environment());
  expect([ended.code, resultOf(ended)]).toMatchObject([6, { ok: false, error: expect.stringContaining("isn't a Shapefile") }]);
  expect(await db().project.count({ where: { name: "Broken" } })).toBe(0);
});

it.each(["folder", "ZIP"])("push of a %s publishes data with the projection of the option", async (kind) => {
  const table = "name;rechts;hoch\nAlpha;565000;5933000\nBravo;565100;5933100\n";
  const folder = await write("projected", { "quays.csv": table });
  const archive = path.join(cli.machine.folder, "projected.zip");
  await writeFile(archive, craftZip([{ name: "quays.csv", data: Buffer.from(table), method: 8 }]));
  const push = ["push", kind === "ZIP" ? archive : folder, "--project", `Projected ${kind}`];
  const asked = await cli.machine.run([...push, "--dry-run"], cli.environment());
  expect(asked.seen).toContain("needs an answer: --projection quays.csv=EPSG:25832");
  const ended = await cli.machine.run([...push, "--projection", "EPSG:25832"], cli.environment());
  expect(ended.seen).toContain("Quays (Table, points, will be converted from EPSG:25832)");
  const { currentTreeId } = await db().project.findFirstOrThrow({ where: { name: `Projected ${kind}` } });
  const { "map.json": map = "" } = await filesOfTree(currentTreeId ?? 0n);
  expect(JSON.parse(map).layers).toMatchObject([{ file: "quays.csv", projection: "EPSG:25832" }]);
});

it("push keeps the page and the map.json of a data map when the folder has neither", async () => {
  const map = JSON.stringify({ version: 1, title: "Harbour", view: { bounds: [4, 51, 5, 52] }, layers: [] });
  const online = await write("online", { "index.html": "<page>", "map.json": map, "berths.geojson": berths, "old.csv": "a\n1\n" });
  const push = (folder: string, ...more: string[]) => ["push", folder, "--project", "Kept", "--json", ...more];
  expect(resultOf(await cli.machine.run(push(online), cli.environment()))).toMatchObject({ status: "published", added: 4 });
  const local = await write("local", { "berths.geojson": berths });
  const dry = await cli.machine.run(push(local, "--dry-run"), cli.environment());
  expect(resultOf(dry)).toMatchObject({ added: 0, changed: 0, removed: 1, same: 1 });
});

const ROOT_PATHS = "All maps of this server share one address, so these files won't load.";
const rootPage = `<script type="module" src="/assets/app.js"></script>`;

it("push warns of a folder and of a ZIP whose first page loads files from the top of an origin that all maps share", async () => {
  const folder = await write("root-paths", { "index.html": rootPage, "app.js": "1" });
  const zip = path.join(cli.machine.folder, "root-paths.zip");
  await writeFile(zip, craftZip([{ name: "index.html", data: Buffer.from(rootPage), method: 8 }]));
  for (const source of [folder, zip]) {
    const ended = await cli.machine.run(["push", source, "--project", "Root paths", "--dry-run"], cli.environment());
    expect([ended.code, ended.seen]).toEqual([0, expect.stringContaining(ROOT_PATHS)]);
  }
});

it("push warns only of the page with which the map begins", async () => {
  const folder = await write("pages", { "home.html": "<h1>Harbour</h1>", "start.html": rootPage, "app.js": "1" });
  const push = ["push", folder, "--project", "Pages", "--dry-run", "--start-page"];
  expect((await cli.machine.run([...push, "home.html"], cli.environment())).seen).not.toContain(ROOT_PATHS);
  expect((await cli.machine.run([...push, "start.html"], cli.environment())).seen).toContain(ROOT_PATHS);
});

it("push doesn't warn of root paths where each map has an origin of its own", async () => {
  const folder = await write("isolated", { "index.html": rootPage, "app.js": "1" });
  const before = { ...env() };
  Object.assign(env(), { isolatesMaps: true });
  const ended = await cli.machine.run(["push", folder, "--project", "Isolated", "--dry-run"], cli.environment());
  Object.assign(env(), before);
  expect([ended.code, ended.seen]).toEqual([0, expect.not.stringContaining(ROOT_PATHS)]);
});
