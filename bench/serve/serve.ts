/**
 * How fast is the maps process with small tiles, beside a plain file server on the same files in the same run?
 * `npx tsx bench/serve/serve.ts [seconds]` (on Linux)
 */
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { crc32, deflateRawSync } from "node:zlib";
import { freePort } from "../../server/database/free-port";
import { openOwnDatabase } from "../setup/own-database";
import { type Load, type LoadResult, run } from "./load";

const TILE_BYTES = 15_000;
const COLUMNS = 100;
const ROWS = 200;
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
const { folder } = database;

// Only now: they read the settings.
const { newBlobKey } = await import("../../lib/blobs/key");
const { blobStore } = await import("../../lib/blobs/open");
const { db, pool } = await import("../../lib/db");
const { passCookies } = await import("../../lib/maps/policy");
const { createTree, insertFolders, insertZipFiles, reserveEntryIds } = await import("../../lib/trees/mutations");

const children: ChildProcess[] = [];

/** Processor time that a process has used, in microseconds: unlike requests per second it does not depend on who else is at work. */
async function processorTime(pid: number): Promise<number> {
  const [, fields = ""] = (await readFile(`/proc/${pid}/stat`, "latin1")).split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10_000;
}

async function start(file: string, args: string[]): Promise<number> {
  const child = fork(path.join(root, file), args, { execArgv: ["--import", "tsx"], cwd: root });
  children.push(child);
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${file} ended before it was ready.`)));
  await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined);
  return child.pid ?? 0;
}

/** A map whose tiles lie in one pack, and the same tiles as files for the peer. Each tile is its own bytes. */
async function publish(deflated: boolean): Promise<{ id: string; safeName: string }> {
  const { treeId, rootId } = await createTree(pool());
  const ids = await reserveEntryIds(pool(), COLUMNS);
  await insertFolders(
    pool(),
    treeId,
    ids.map((id, column) => ({ id, parentId: rootId, name: String(column), modifiedAt: new Date(0) })),
  );
  const blobKey = newBlobKey();
  const chunks: Buffer[] = [];
  let offset = 0;
  for (const [column, parentId] of ids.entries()) {
    await mkdir(path.join(folder, "plain", String(column)), { recursive: true });
    const files = Array.from({ length: ROWS }, (_, row) => {
      // Half noise, so that deflating gains what it gains with tiles.
      const bytes = Buffer.concat([randomBytes(TILE_BYTES / 2), Buffer.alloc(TILE_BYTES / 2, "sea")]);
      const stored = deflated ? deflateRawSync(bytes) : bytes;
      chunks.push(stored);
      const at = offset;
      offset += stored.length;
      const method = deflated ? ("deflated" as const) : ("stored" as const);
      return {
        bytes,
        row: {
          parentId,
          name: `${row}.png`,
          size: bytes.length,
          modifiedAt: new Date(0),
          offset: at,
          storedSize: stored.length,
          method,
          crc32: crc32(bytes),
        },
      };
    });
    await insertZipFiles(
      pool(),
      treeId,
      blobKey,
      files.map(({ row }) => row),
    );
    if (!deflated) await Promise.all(files.map(({ bytes, row }) => writeFile(path.join(folder, "plain", String(column), row.name), bytes)));
  }
  await blobStore().write(blobKey, Readable.from(chunks));
  await db().entry.updateMany({ where: { treeId }, data: { hasLocalHeader: false } });
  const name = deflated ? "deflated" : "stored";
  return db().project.create({ data: { name, safeName: name, currentTreeId: treeId } });
}

function tilePath(base: string): string {
  return `${base}${Math.floor(Math.random() * COLUMNS)}/${Math.floor(Math.random() * ROWS)}.png`;
}

const results = new Map<string, LoadResult & { processorTime: number }>();

async function measure(name: string, pid: number, load: Omit<Load, "connections" | "seconds">): Promise<void> {
  await run({ ...load, connections: CONNECTIONS, seconds: 1 });
  const before = await processorTime(pid);
  const result = await run({ ...load, connections: CONNECTIONS, seconds });
  const used = (await processorTime(pid)) - before;
  results.set(name, { ...result, processorTime: used / (result.requestsPerSecond * seconds) });
}

try {
  const [stored, deflated] = [await publish(false), await publish(true)];
  const account = await db().account.create({ data: { role: "admin", name: "Bench", email: "bench@example.com", passwordHash: "none" } });
  const session = await db().session.create({ data: { accountId: account.id, expiresAt: new Date(Date.now() + 3_600_000) } });
  const cookieOf = ({ id, safeName }: { id: string; safeName: string }) =>
    `Cookie: ${passCookies({ account: account.id, session: session.id, project: id, scope: safeName }, Date.now())[0]?.split(";")[0]}\r\n`;
  const plain = await start("bench/serve/plain-server.ts", [path.join(folder, "plain"), String(plainPort)]);
  const maps = await start("server/maps.ts", []);

  const gzip = "Accept-Encoding: gzip, deflate, br\r\n";
  const tilesOf = (project: { id: string; safeName: string }, headers = "") => ({
    port: mapsPort,
    headers: cookieOf(project) + headers,
    nextPath: () => tilePath(`/projects/maps/${project.safeName}/`),
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
  for (const child of children) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await database.close();
}

const peer = results.get("plain file server")?.requestsPerSecond ?? 1;
console.log(`${COLUMNS * ROWS} tiles of ${TILE_BYTES} bytes, ${CONNECTIONS} connections, ${seconds} s each\n`);
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
