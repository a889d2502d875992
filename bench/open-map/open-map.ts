/**
 * Measures how long a visitor waits for a Leaflet map of 300 tiles at a round trip of 50 ms: over plain HTTP/1.1, and behind
 * docs/deploy/nginx.conf with TLS and HTTP/2. Needs a build. `npx tsx bench/open-map/open-map.ts [runs]`
 */
import { createHash, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type BrowserContext, chromium } from "playwright-core";
import { type Reach, startCluster } from "../../tests/cluster/cluster";
import { firstSignIn } from "../../tests/setup/first-sign-in";
import { COLUMNS, createTileMap, ROWS, TILE_PIXELS } from "./tile-map";
import { ROUND_TRIP_MS, type Visit, visit } from "./visit";

/** Seconds for which a browser may use a tile without a request. */
const KEPT_SECONDS = 30;
const runs = Number(process.argv[2] ?? 3);
const TILES = COLUMNS * ROWS;

type Way = "cold" | "again" | "revalidated" | "pan back";
const archive = new Blob([new Uint8Array(await createTileMap())], { type: "application/zip" });

async function publish(origin: string, headers: Record<string, string>): Promise<string> {
  const form = new FormData();
  form.set("projectName", "Tiles");
  form.set("description", "");
  form.set("zipFile", archive, "tiles.zip");
  const answer = await fetch(`${origin}/upload-zip-direct`, { method: "POST", headers, body: form });
  if (!answer.ok) throw new Error(`The map was refused (${answer.status}): ${await answer.text()}`);
  return ((await answer.json()) as { safeName: string }).safeName;
}

async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  const status = await page.evaluate(async (person) => {
    const headers = { "Content-Type": "application/json" };
    return (await fetch("/api/auth/login", { method: "POST", headers, body: JSON.stringify(person) })).status;
  }, firstSignIn("admin"));
  if (status !== 200) throw new Error(`Signing in: ${status}`);
  await page.close();
}

/** Chromium caches nothing from hosts with certificate errors, so it must trust these. @param folder null: plain HTTP */
async function trust(folder: string | null): Promise<string[]> {
  if (folder === null) return [];
  const hashes = ["sea-vision.example.com.crt", "maps.example.net.crt"].map(async (file) => {
    const { publicKey } = new X509Certificate(await readFile(path.join(folder, file)));
    return createHash("sha256")
      .update(publicKey.export({ type: "spki", format: "der" }))
      .digest("base64");
  });
  return [
    `--ignore-certificate-errors-spki-list=${(await Promise.all(hashes)).join(",")}`,
    "--host-resolver-rules=MAP *.example.com 127.0.0.1",
  ];
}

function median(visits: readonly Visit[]): Visit {
  const middle = (key: keyof Visit) => visits.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(visits.length / 2)] ?? Number.NaN;
  return {
    page: middle("page"),
    firstTile: middle("firstTile"),
    allTiles: middle("allTiles"),
    tileRequests: middle("tileRequests"),
    notModified: middle("notModified"),
  };
}

async function measure(reach: Reach): Promise<Record<Way, Visit>> {
  const cluster = await startCluster("disk", reach);
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  const visits: Record<Way, Visit[]> = { cold: [], again: [], revalidated: [], "pan back": [] };
  try {
    const safeName = await publish(cluster.apiOrigin, await cluster.signIn("admin"));
    const address = `${cluster.appOrigin}/projects/maps/${safeName}/`;
    for (let run = 0; run < runs; run += 1) {
      const browser = await chromium.launch({
        executablePath,
        args: ["--disable-gpu", "--no-sandbox", ...(await trust(cluster.certificates))],
      });
      const context = await browser.newContext({ viewport: { width: COLUMNS * TILE_PIXELS, height: ROWS * TILE_PIXELS } });
      await signIn(context, cluster.appOrigin);
      const cold = await visit(context, address);
      const again = await visit(context, address);
      await wait(KEPT_SECONDS * 1_000 + 500);
      const revalidated = await visit(context, address);
      visits.cold.push(cold.open);
      visits.again.push(again.open);
      visits.revalidated.push(revalidated.open);
      visits["pan back"].push(cold.back, again.back);
      await browser.close();
    }
  } finally {
    await cluster.stop();
  }
  return {
    cold: median(visits.cold),
    again: median(visits.again),
    revalidated: median(visits.revalidated),
    "pan back": median(visits["pan back"]),
  };
}

const http1 = await measure("http");
const http2 = await measure("https");

const rows: Record<string, Record<string, string | number>> = {};
for (const [protocol, ways] of [
  ["HTTP/1.1", http1],
  ["HTTP/2", http2],
] as const)
  for (const [way, one] of Object.entries(ways))
    rows[`${protocol}, ${way}`] = {
      "page ms": Math.round(one.page),
      "first tile ms": Math.round(one.firstTile),
      "all tiles ms": Math.round(one.allTiles),
      "tile requests": one.tileRequests,
      "304": one.notModified,
    };
console.table(rows);

const aims: [what: string, value: number, most: number][] = [
  ["requests for tiles when the map is opened again within 30 s", Math.max(http1.again.tileRequests, http2.again.tileRequests), 0],
  ["requests for tiles when the visitor pans back", Math.max(http1["pan back"].tileRequests, http2["pan back"].tileRequests), 0],
  ["round trips from the cold page to all tiles of a warm map, HTTP/2", (http2.again.allTiles - http2.cold.page) / ROUND_TRIP_MS, 3],
  ["time of a warm map over HTTP/2 ÷ time with revalidated tiles over HTTP/1.1", http2.again.allTiles / http1.revalidated.allTiles, 1 / 3],
  ["tiles of a cold map that were not requested", TILES - Math.min(http1.cold.tileRequests, http2.cold.tileRequests), 0],
];
for (const [what, value, most] of aims)
  console.info(`${value <= most ? "met   " : "MISSED"} ${what}: ${value.toFixed(2)} (at most ${most.toFixed(2)})`);
process.exitCode = aims.some(([, value, most]) => value > most) ? 1 : 0;
