/**
 * Measures the time from the last byte of a PMTiles file to the first drawn tiles, next to nginx with the same file and the same viewer.
 * Ends with 1 when it is more than 1.2 of nginx' time. Needs a build and Debian's nginx. `npx tsx bench/data/data.ts [GB] [rounds]`
 */
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { freePort } from "../../server/database/free-port";
import { type Access, uploadFile } from "../publish/client";
import { configureNginx } from "../serve/nginx";
import { ServerProcess } from "../serve/server-process";
import { withProduct } from "../setup/running-product";
import { draw, launchBrowser, median, publish, signedIn } from "./open-map";
import { writeTiles } from "./tiles";

const AIM = 1.2;
/** Includes the import, so it is stricter than the aim for the import alone. */
const ONLINE_AIM_MS = 2_000;
const FILE = "tiles.pmtiles";
const [gigabytes = 2, rounds = 3] = process.argv.slice(2).map(Number);

interface Times {
  online: number;
  drawn: number;
}

async function measureProduct(browser: Browser, access: Access, file: string, round: number): Promise<Times> {
  const { size } = await stat(file);
  const context = await signedIn(browser, access);
  const uploadId = await uploadFile(access, { file, size, name: FILE });
  const lastByte = Date.now();
  const safeName = await publish(access, `Tiles ${round}`, { uploadId, name: FILE, size });
  const online = Date.now() - lastByte;
  const drawn = (await draw(context, `${access.origin}/projects/maps/${safeName}/`)) - lastByte;
  await context.close();
  return { online, drawn };
}

/** Copies page, map.json and viewer of a published map into the folder that nginx serves. */
async function copyMap({ origin, headers }: Access, safeName: string, to: string): Promise<void> {
  for (const name of ["index.html", "map.json"]) {
    const answer = await fetch(`${origin}/api/files/${safeName}/file-content?filePath=${name}`, { headers });
    const { content } = (await answer.json()) as { content: string };
    await writeFile(path.join(to, name), content);
    const [, hash] = /\/viewer\/([0-9a-f]{64})\//.exec(content) ?? [];
    if (hash) await cp("dist/viewer", path.join(to, "viewer", hash), { recursive: true });
  }
}

async function measureNginx(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext();
  const begin = Date.now();
  const drawn = (await draw(context, `${origin}/`)) - begin;
  await context.close();
  return drawn;
}

const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-data-"));
const site = path.join(folder, "site");
await mkdir(site);
const file = path.join(site, FILE);
await writeTiles(file, gigabytes * 1024 ** 3);
let nginx: ServerProcess | undefined;
const browser = await launchBrowser();
try {
  const port = await freePort();
  nginx = await ServerProcess.startProgram("/usr/sbin/nginx", await configureNginx(path.join(folder, "nginx"), site, port), port);
  const own: Times[] = [];
  const peer: number[] = [];
  const work = async (_product: unknown, access: Access) => {
    await measureProduct(browser, access, file, 0);
    await copyMap(access, "tiles-0", site);
    await measureNginx(browser, `http://localhost:${port}`);
    for (let round = 1; round <= rounds; round += 1) {
      own.push(await measureProduct(browser, access, file, round));
      peer.push(await measureNginx(browser, `http://localhost:${port}`));
    }
  };
  // The browser that makes thumbnails starts after a publication, and would compete with this one for the processors.
  await withProduct(work, { MAP_IMAGES: "0" });
  const [online, drawn, nginxDrawn] = [median(own.map((one) => one.online)), median(own.map((one) => one.drawn)), median(peer)];
  console.table({ "Sea-Vision": { "online ms": online, "first tiles ms": drawn }, nginx: { "first tiles ms": nginxDrawn } });
  const aims: [what: string, value: number, most: number][] = [
    ["milliseconds from the last byte until the map is online", online, ONLINE_AIM_MS],
    ["time from the last byte to the first tiles ÷ that of nginx", drawn / nginxDrawn, AIM],
  ];
  for (const [what, value, most] of aims)
    console.info(`${value <= most ? "met   " : "MISSED"} ${what}: ${value.toFixed(2)} (at most ${most})`);
  process.exitCode = aims.some(([, value, most]) => value > most) ? 1 : 0;
} finally {
  await nginx?.stop();
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
