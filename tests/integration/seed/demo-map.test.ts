import { createCanvas, loadImage } from "@napi-rs/canvas";
import { beforeAll, expect, test } from "vitest";
import type { Viewer } from "../../../lib/accounts/sessions/schema";
import { blobStore } from "../../../lib/blobs/open";
import { readInflated } from "../../../lib/blobs/slice";
import { db } from "../../../lib/db/client";
import { runImport } from "../../../lib/imports/pipeline/run";
import { findMapAccess } from "../../../lib/projects/data";
import { listAssignedPage } from "../../../lib/projects/lists/data";
import { assignedListQuerySchema } from "../../../lib/projects/schema";
import { findEntry } from "../../../lib/trees/data";
import { seed } from "../../../prisma/seed";
import { createAccount } from "../../setup/fixtures";

const SAFE_NAME = "sea-chart-of-the-world";
let treeId: number;

async function viewerOf(email: string): Promise<Viewer> {
  const { id, role, name } = await db().account.findUniqueOrThrow({ where: { email } });
  return { accountId: id, credential: { kind: "session", id }, role, email, name, limit: null };
}

/** Reads a file of the published map like the maps process. */
async function readFile(path: string): Promise<Buffer> {
  const entry = await findEntry(treeId, path.split("/"));
  if (entry?.kind !== "file" || !entry.slice) throw new Error(`${path} is not in the map.`);
  return readInflated(blobStore(), entry.slice);
}

async function countColors(png: Buffer): Promise<number> {
  const image = await loadImage(png);
  const pen = createCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  return new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4)).size;
}

beforeAll(async () => {
  await seed({ demo: true });
  treeId = (await findMapAccess(await viewerOf("user@sea-vision.local"), SAFE_NAME))?.treeId ?? 0;
});

test("the demo project is visible to the demo user and to no other user", async () => {
  const everything = assignedListQuerySchema.parse({});
  const { projects: assigned } = await listAssignedPage(await viewerOf("user@sea-vision.local"), everything);
  expect(assigned).toMatchObject([{ name: "Sea Chart of the World", safeName: SAFE_NAME, createdBy: { name: "Demo Admin" } }]);
  expect(assigned[0]?.viewMap).toBe(`http://localhost:3000/projects/maps/${SAFE_NAME}/`);
  const { email } = await createAccount("user");
  expect(await findMapAccess(await viewerOf(email), SAFE_NAME)).toBeNull();
});

test("every file that the demo page refers to is in the map, and none is on another host", async () => {
  const sources = await Promise.all(["index.html", "map.css", "map.js"].map(async (file) => (await readFile(file)).toString()));
  const named = sources.join("\n").matchAll(/(?:href|src)="([^"]+)"|(?:read|url)\("([^"]+)"\)/g);
  const files = Array.from(named, ([, link, argument]) => link ?? argument ?? "");
  expect(files).toEqual(expect.arrayContaining(["leaflet/leaflet.js", "map.js", "data/countries.geojson"]));
  for (const file of files) expect((await readFile(file)).length, file).toBeGreaterThan(0);
  expect(sources.join("\n")).not.toMatch(/https?:/);
});

test.each(["tiles/day/0/0/0.png", "tiles/night/0/0/0.png", "tiles/day/4/8/5.png", "tiles/night/4/15/15.png"])(
  "the demo tile %s has more than one color",
  async (path) => {
    expect(await countColors(await readFile(path))).toBeGreaterThan(1);
  },
);

test("the worker verifies every byte of the demo map successfully", async () => {
  const { id } = await db().import.findFirstOrThrow();
  expect(await runImport(id, { signal: new AbortController().signal })).toBe("complete");
  const { filesDone, filesTotal, error } = await db().import.findUniqueOrThrow({ where: { id } });
  expect(error).toBeNull();
  expect(filesDone).toBe(filesTotal);
  expect(filesTotal).toBeGreaterThan(682);
});
