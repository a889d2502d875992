/**
 * Compares the maps process with small tiles to a plain file server with the same files in the same run.
 * `npx tsx bench/serve/serve.ts [seconds]` (on Linux)
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { freePort } from "../../server/database/free-port";
import { openOwnDatabase } from "../setup/own-database";
import { type Load, type LoadResult, run } from "./load";
import { ServerProcess } from "./server-process";

const CONNECTIONS = 48;
const seconds = Number(process.argv[2] ?? 5);

const root = path.resolve(import.meta.dirname, "../..");
const mapsPort = await freePort();
const plainPort = await freePort();
const database = await openOwnDatabase({
  APP_ORIGIN: `http://localhost:${await freePort()}`,
  MAPS_PORT: String(mapsPort),
  MAPS_ORIGIN: `http://localhost:${mapsPort}`,
});
const copies = path.join(database.folder, "plain");

// The settings are parsed on first use.
const { openMaps, publishTiles, TILE_BYTES, TILES, tilePath } = await import("./tiles");

const servers: ServerProcess[] = [];
const results = new Map<string, LoadResult & { processorTime: number }>();

async function start(file: string, args: string[] = []): Promise<ServerProcess> {
  const server = await ServerProcess.start(file, { args, root });
  servers.push(server);
  return server;
}

async function measure(name: string, server: ServerProcess, load: Omit<Load, "connections" | "seconds">): Promise<void> {
  await run({ ...load, connections: CONNECTIONS, seconds: 1 });
  const before = await server.processorTime();
  const result = await run({ ...load, connections: CONNECTIONS, seconds });
  const used = (await server.processorTime()) - before;
  results.set(name, { ...result, processorTime: used / (result.requestsPerSecond * seconds) });
}

try {
  const stored = await publishTiles({ deflated: false, copies });
  const deflated = await publishTiles({ deflated: true, copies: null });
  const cookieOf = await openMaps();
  const plain = await start("bench/serve/plain-server.ts", [copies, String(plainPort)]);
  const maps = await start("server/maps.ts");

  const gzip = "Accept-Encoding: gzip, deflate, br\r\n";
  const tilesOf = (map: typeof stored, headers = "") => ({
    port: mapsPort,
    headers: cookieOf(map) + headers,
    nextPath: () => tilePath(`/projects/maps/${map.safeName}/`),
    expectedStatus: 200,
  });
  await measure("plain file server", plain, { port: plainPort, headers: gzip, nextPath: () => tilePath("/"), expectedStatus: 200 });
  await measure("maps, stored tiles", maps, tilesOf(stored));
  await measure("maps, deflated, sent as gzip", maps, tilesOf(deflated, gzip));
  await measure("maps, deflated, inflated", maps, tilesOf(deflated));
  await measure("maps, 304", maps, { ...tilesOf(stored, "If-None-Match: *\r\n"), expectedStatus: 304 });
  await measure("maps, missing tiles", maps, {
    ...tilesOf(stored),
    nextPath: () => `/projects/maps/stored/${randomUUID()}`,
    expectedStatus: 404,
  });
  await measure("maps, no cookie", maps, { ...tilesOf(stored), headers: "", expectedStatus: 404 });
} finally {
  for (const server of servers) await server.stop();
  await database.close();
}

const peer = results.get("plain file server")?.requestsPerSecond ?? 1;
console.log(`${TILES} tiles of ${TILE_BYTES} bytes, ${CONNECTIONS} connections, ${seconds} s each\n`);
console.table(
  Object.fromEntries(
    [...results].map(([name, { requestsPerSecond, megabytesPerSecond, p50, p95, p99, processorTime: used }]) => [
      name,
      {
        "requests/s": Math.round(requestsPerSecond),
        "of the peer": `${(requestsPerSecond / peer).toFixed(2)}×`,
        "MB/s": Math.round(megabytesPerSecond),
        "CPU µs/request": Math.round(used),
        "p50 ms": p50.toFixed(2),
        "p95 ms": p95.toFixed(2),
        "p99 ms": p99.toFixed(2),
      },
    ]),
  ),
);
