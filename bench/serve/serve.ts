/**
 * Compares the maps process with small tiles to nginx and sirv with the same tiles as files, in the same run, in turns. It ends with 1
 * when it misses an aim. `npx tsx bench/serve/serve.ts [seconds] [rounds]` (on Linux, with nginx: Debian's package nginx-light)
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { freePort } from "../../server/database/free-port";
import { openOwnDatabase } from "../setup/own-database";
import { type Load, type LoadResult, run } from "./load";
import { configureNginx } from "./nginx";
import { ServerProcess } from "./server-process";

const CONNECTIONS = 32;
const [seconds = 3, rounds = 3] = process.argv.slice(2).map(Number);

const root = path.resolve(import.meta.dirname, "../..");
const [mapsPort, manyPort, sirvPort, nginxPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
const database = await openOwnDatabase({
  APP_ORIGIN: `http://localhost:${await freePort()}`,
  MAPS_ORIGIN: `http://localhost:${mapsPort}`,
});
const copies = path.join(database.folder, "plain");

// The settings are parsed on first use.
const { openMaps, publishTiles, TILE_BYTES, TILES, tilePath, USED_TILES } = await import("./tiles");

type Result = LoadResult & { processorTime: number };

interface Measured {
  server: ServerProcess;
  load: Omit<Load, "connections" | "until">;
  results: Result[];
}

const servers: ServerProcess[] = [];
const measured = new Map<string, Measured>();

function started(server: ServerProcess): ServerProcess {
  servers.push(server);
  return server;
}

function add(name: string, server: ServerProcess, load: Measured["load"]): void {
  measured.set(name, { server, load, results: [] });
}

/** Returns a condition for as many requests as fill the caches of every server. */
function warmUp(): () => boolean {
  let sent = 0;
  return () => ++sent < 3 * TILES;
}

async function measure({ server, load, results }: Measured): Promise<void> {
  const before = await server.processorTime();
  const result = await run({ ...load, connections: CONNECTIONS, until: seconds });
  const used = (await server.processorTime()) - before;
  results.push({ ...result, processorTime: used / (result.requestsPerSecond * seconds) });
}

/** Returns the median of each number. */
function typical(name: string): Result {
  const { results = [] } = measured.get(name) ?? {};
  const middle = (key: keyof Result) =>
    results.map((result) => result[key]).sort((a, b) => a - b)[Math.floor(results.length / 2)] ?? Number.NaN;
  const [first] = results;
  if (!first) throw new Error(`${name} was not measured.`);
  return Object.fromEntries(Object.keys(first).map((key) => [key, middle(key as keyof Result)])) as unknown as Result;
}

try {
  const stored = await publishTiles({ deflated: false, copies });
  const deflated = await publishTiles({ deflated: true, copies: null });
  const cookieOf = await openMaps();
  const nginxArgs = await configureNginx(path.join(database.folder, "nginx"), copies, nginxPort);
  const nginx = started(await ServerProcess.startProgram("nginx", nginxArgs, nginxPort));
  const sirv = started(await ServerProcess.start("bench/serve/sirv-server.ts", { args: [copies, String(sirvPort)], root }));
  const mapsWith = async (port: number, processes: number) =>
    started(
      await ServerProcess.start("server/maps.ts", { root, environment: { MAPS_PORT: String(port), MAPS_PROCESSES: String(processes) } }),
    );
  const maps = await mapsWith(mapsPort, 1);
  const many = await mapsWith(manyPort, 2);

  const gzip = "Accept-Encoding: gzip, deflate, br\r\n";
  const tilesOf = (map: typeof stored, headers = "", port = mapsPort, of = USED_TILES) => ({
    port,
    headers: cookieOf(map) + headers,
    nextPath: () => tilePath(`/projects/maps/${map.safeName}/`, of),
    expectedStatus: 200,
  });
  const plain = (port: number, of = USED_TILES) => ({ port, headers: gzip, nextPath: () => tilePath("/", of), expectedStatus: 200 });
  add("nginx", nginx, plain(nginxPort));
  add("sirv", sirv, plain(sirvPort));
  add("maps", maps, tilesOf(stored, gzip));
  add("maps, deflated, sent as gzip", maps, tilesOf(deflated, gzip));
  add("maps, deflated, inflated", maps, tilesOf(deflated));
  add("maps, 304", maps, { ...tilesOf(stored, "If-None-Match: *\r\n"), expectedStatus: 304 });
  add("maps, missing tiles", maps, {
    ...tilesOf(stored),
    nextPath: () => `/projects/maps/stored/${randomUUID()}`,
    expectedStatus: 404,
  });
  add("maps, no cookie", maps, { ...tilesOf(stored), headers: "", expectedStatus: 404 });
  add("nginx, all tiles", nginx, plain(nginxPort, TILES));
  add("sirv, all tiles", sirv, plain(sirvPort, TILES));
  add("maps, all tiles", maps, tilesOf(stored, gzip, mapsPort, TILES));
  add("maps, two processes", many, tilesOf(stored, gzip, manyPort));
  for (const { load } of measured.values()) await run({ ...load, connections: CONNECTIONS, until: warmUp() });
  for (let round = 0; round < rounds; round += 1) for (const one of measured.values()) await measure(one);
} finally {
  for (const server of servers) await server.stop();
  await database.close();
}

console.log(
  `${TILES} tiles of ${TILE_BYTES} bytes, ${USED_TILES} in use unless all are; ${CONNECTIONS} connections, ${rounds} × ${seconds} s\n`,
);
const peer = typical("sirv");
const rows = [...measured.keys()].map((name) => {
  const { requestsPerSecond, megabytesPerSecond, p50, p95, p99, processorTime } = typical(name);
  const row = {
    "requests/s": Math.round(requestsPerSecond),
    "÷ sirv": (requestsPerSecond / peer.requestsPerSecond).toFixed(2),
    "MB/s": Math.round(megabytesPerSecond),
    "CPU µs/request": Math.round(processorTime),
    "CPU ÷ sirv": (processorTime / peer.processorTime).toFixed(2),
    "p50 ms": p50.toFixed(2),
    "p95 ms": p95.toFixed(2),
    "p99 ms": p99.toFixed(2),
  };
  return [name, row] as const;
});
console.table(Object.fromEntries(rows));

const [nginx, maps] = [typical("nginx"), typical("maps")];
const [allSirv, allMaps] = [typical("sirv, all tiles"), typical("maps, all tiles")];
const aims: [what: string, value: number, least: number, most: number][] = [
  ["processor time for a tile ÷ sirv", maps.processorTime / peer.processorTime, 0, 0.8],
  ["requests/s ÷ sirv", maps.requestsPerSecond / peer.requestsPerSecond, 1.2, Number.POSITIVE_INFINITY],
  ["p99 ÷ sirv", maps.p99 / peer.p99, 0, 1],
  ["processor time for a tile ÷ sirv, all tiles", allMaps.processorTime / allSirv.processorTime, 0, 0.8],
  ["requests/s ÷ sirv, all tiles", allMaps.requestsPerSecond / allSirv.requestsPerSecond, 1.2, Number.POSITIVE_INFINITY],
  ["p99 ÷ sirv, all tiles", allMaps.p99 / allSirv.p99, 0, 1],
];
const isMet = ([, value, least, most]: (typeof aims)[number]) => value >= least && value <= most;
for (const aim of aims) {
  const [what, value, least, most] = aim;
  const bound = least > 0 ? `at least ${least}` : `at most ${most}`;
  console.log(`${isMet(aim) ? "met   " : "MISSED"} ${what}: ${value.toFixed(2)} (${bound})`);
}
console.log(`stretch, not required: requests/s ÷ nginx: ${(maps.requestsPerSecond / nginx.requestsPerSecond).toFixed(2)} (0.4)`);
process.exitCode = aims.every(isMet) ? 0 : 1;
