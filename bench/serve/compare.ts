/**
 * Compares the maps process of this checkout to that of another one. Both serve the same map from the same database in turns, so that
 * other work on the machine affects both.
 * `npx tsx bench/serve/compare.ts <other checkout> [rounds, a multiple of 4] [seconds]` (on Linux; the other checkout needs its packages)
 */
import path from "node:path";
import { freePort } from "../../server/database/free-port";
import { openOwnDatabase } from "../setup/own-database";
import { type Load, run } from "./load";
import { ServerProcess } from "./server-process";

const CONNECTIONS = 48;
const [other, rounds = 8, seconds = 3] = [process.argv[2], ...process.argv.slice(3).map(Number)];
if (!other) throw new Error("Name the other checkout.");

const roots = { other: path.resolve(other), this: path.resolve(import.meta.dirname, "../..") };
const database = await openOwnDatabase({
  APP_ORIGIN: `http://localhost:${await freePort()}`,
  MAPS_ORIGIN: `http://localhost:${await freePort()}`,
});

// The settings are parsed on first use.
const { openMaps, publishTiles, tilePath } = await import("./tiles");
const { db } = await import("../../lib/db/client");

type Which = keyof typeof roots;
type Result = Record<"requests/s" | "p50 ms" | "p95 ms" | "CPU µs/request", number>;

const turns: readonly Which[] = ["other", "this"];
/** Two processes of each: on a busy machine the one that started first is faster. */
const starts: readonly Which[] = ["other", "this", "this", "other"];
const running: { which: Which; port: number; server: ServerProcess }[] = [];

/** @param round even for one of the two, odd for the other */
async function measure(which: Which, load: Omit<Load, "connections" | "until" | "port">, length: number, round: number): Promise<Result> {
  const chosen = running.filter((one) => one.which === which)[round % 2];
  if (!chosen) throw new Error("The process was not started.");
  const { server, port } = chosen;
  const before = await server.processorTime();
  const { requestsPerSecond, p50, p95 } = await run({ ...load, port, connections: CONNECTIONS, until: length });
  const used = (await server.processorTime()) - before;
  return { "requests/s": requestsPerSecond, "p50 ms": p50, "p95 ms": p95, "CPU µs/request": used / (requestsPerSecond * length) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Prints medians of both, and of the ratios within each round. The order changes from round to round. */
async function compare(name: string, load: Omit<Load, "connections" | "until" | "port">): Promise<void> {
  for (const round of [0, 1]) for (const which of turns) await measure(which, load, 1, round);
  const found: Record<Which, Result[]> = { other: [], this: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const which of round % 4 < 2 ? turns : turns.toReversed()) found[which].push(await measure(which, load, seconds, round));
  }
  const names = Object.keys(found.this[0] ?? {}) as (keyof Result)[];
  const rows = names.map((metric) => {
    const ratios = found.this.map((mine, round) => mine[metric] / (found.other[round]?.[metric] ?? 1));
    const [before, now] = turns.map((which) => median(found[which].map((result) => result[metric])).toFixed(2));
    return [metric, { other: before, this: now, "this : other": median(ratios).toFixed(3) }];
  });
  console.log(`\n${name}`);
  console.table(Object.fromEntries(rows));
}

try {
  const map = await publishTiles({ deflated: false, copies: null });
  const cookie = (await openMaps())(map);
  for (const which of starts) {
    const port = await freePort();
    const server = await ServerProcess.start("server/maps.ts", { root: roots[which], environment: { MAPS_PORT: String(port) } });
    running.push({ which, port, server });
  }
  const base = `/projects/maps/${map.safeName}/`;
  const asImage = "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n";
  const asPage = "Sec-Fetch-Site: same-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\nAccept: text/html\r\n";
  console.log(`${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s each`);
  await compare("tiles", { headers: cookie + asImage, nextPath: () => tilePath(base), expectedStatus: 200 });
  await compare("tiles, 304", { headers: `${cookie}${asImage}If-None-Match: *\r\n`, nextPath: () => tilePath(base), expectedStatus: 304 });
  await compare("the map's page, a view each", { headers: cookie + asPage, nextPath: () => base, expectedStatus: 200 });
} finally {
  for (const { server } of running) await server.stop();
  const { _sum } = await db().mapView.aggregate({ _sum: { count: true } });
  console.log(`\nViews that were counted: ${_sum.count ?? 0}`);
  await database.close();
}
