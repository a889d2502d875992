/**
 * Compares the maps process, with tiles in S3, to a bare proxy that requests the same ranges with GetObject, in the same run, in turns.
 * It ends with 1 when the maps process needs more processor time. `npx tsx bench/s3/tiles.ts [seconds] [rounds]`, see README.md.
 */
import path from "node:path";
import { freePort } from "../../server/database/free-port";
import { createBucket } from "../../tests/services/bucket";
import { startSwift } from "../../tests/services/swift";
import { type LoadResult, run } from "../serve/load";
import { ServerProcess } from "../serve/server-process";
import { openOwnDatabase } from "../setup/own-database";

const CONNECTIONS = 8;
/** Tiles that users look at again and again. Few, because the store of the benchmark is slow. */
const IN_USE = 200;
const BUCKET = "sea-vision-bench";
const [seconds = 3, rounds = 3] = process.argv.slice(2).map(Number);
const root = path.resolve(import.meta.dirname, "../..");
const [mapsPort, proxyPort] = [await freePort(), await freePort()];

const swift = await startSwift();
const { endpoint, region, accessKeyId, secretAccessKey } = swift;
const database = await openOwnDatabase({
  APP_ORIGIN: `http://localhost:${await freePort()}`,
  MAPS_ORIGIN: `http://localhost:${mapsPort}`,
  MAPS_PORT: String(mapsPort),
  MAPS_PROCESSES: "1",
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});
const servers: ServerProcess[] = [];

try {
  await createBucket(swift, BUCKET);
  // The settings are parsed on first use.
  const { openMaps, publishTiles, TILE_BYTES, TILES, tilePath } = await import("../serve/tiles");
  const { db } = await import("../../lib/db/client");
  const { requireOwnStore } = await import("../../lib/storage/inspection/owner");
  await requireOwnStore();
  const map = await publishTiles({ deflated: false, copies: null });
  const { blobKey } = await db().entry.findFirstOrThrow({ where: { blobKey: { not: null } } });
  const cookieOf = await openMaps();
  const proxyArgs = [String(proxyPort), BUCKET, String(blobKey), JSON.stringify({ endpoint, region, accessKeyId, secretAccessKey })];
  const proxy = await ServerProcess.start("bench/s3/range-proxy.ts", { args: proxyArgs, root });
  servers.push(proxy);
  const maps = await ServerProcess.start("server/maps.ts", { root });
  servers.push(maps);

  // The pack begins with a page of a tile's size.
  const range = () => `/${TILE_BYTES * (1 + Math.floor(Math.random() * TILES))}/${TILE_BYTES}`;
  const tile = (of: number) => () => tilePath(`/projects/maps/${map.safeName}/`, of);
  const measured = [
    { name: "GetObject proxy", server: proxy, port: proxyPort, headers: "", nextPath: range },
    { name: "maps, all tiles", server: maps, port: mapsPort, headers: cookieOf(map), nextPath: tile(TILES) },
    { name: "maps, tiles in use", server: maps, port: mapsPort, headers: cookieOf(map), nextPath: tile(IN_USE) },
  ].map((one) => ({ ...one, results: [] as (LoadResult & { processorTime: number })[] }));
  const loadOf = ({ port, headers, nextPath }: (typeof measured)[number], until: number | (() => boolean)) =>
    run({ port, headers, nextPath, connections: CONNECTIONS, until, expectedStatus: 200 });
  for (const one of measured) {
    let sent = 0;
    await loadOf(one, () => ++sent < 4 * IN_USE);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const one of measured) {
      const before = await one.server.processorTime();
      const result = await loadOf(one, seconds);
      const used = (await one.server.processorTime()) - before;
      one.results.push({ ...result, processorTime: used / (result.requestsPerSecond * seconds) });
    }
  }

  const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
  const rows = measured.map(({ name, results }) => ({
    name,
    rate: middle(results.map(({ requestsPerSecond }) => requestsPerSecond)),
    processorTime: middle(results.map(({ processorTime }) => processorTime)),
    p99: middle(results.map(({ p99 }) => p99)),
  }));
  const [peer] = rows;
  if (!peer) throw new Error("Nothing was measured.");
  console.table(
    rows.map(({ name, rate, processorTime, p99 }) => ({
      name,
      "requests/s": Math.round(rate),
      "÷ proxy": (rate / peer.rate).toFixed(2),
      "CPU µs/request": Math.round(processorTime),
      "CPU ÷ proxy": (processorTime / peer.processorTime).toFixed(2),
      "p99 ms": p99.toFixed(1),
    })),
  );
  process.exitCode = rows.every(({ processorTime }) => processorTime <= peer.processorTime) ? 0 : 1;
} finally {
  for (const server of servers) await server.stop();
  await database.close();
  await swift.stop();
}
