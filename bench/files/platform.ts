/**
 * Measures the platform files screen with a million files, and five million files of former versions.
 * `npx tsx bench/files/platform.ts [files] [rounds]`. Targets: p95 below 300 ms on two idle cores, and publishing
 * 300,000 files takes less than twice as long as without the index.
 */
import { availableParallelism, cpus, loadavg } from "node:os";
import { openOwnDatabase } from "../setup/own-database";
import { insertFiles, timeInserts } from "./platform-files";

const files = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 20);
const database = await openOwnDatabase();

// The settings are parsed on first use.
const { listPlatformFiles } = await import("../../lib/files/platform/data");
const { fileListQuerySchema } = await import("../../lib/files/platform/schema");
const { FILE_SORTS, FILE_TYPES } = await import("../../lib/files/platform/values");
const { pool } = await import("../../lib/db");
type Viewer = Parameters<typeof listPlatformFiles>[0];

const say = (text: string) => process.stdout.write(`${text}\n`);
const searches = ["a", "1", "pn", "png", "feature", "harbour", "ada", "Öztürk", "überblick", "7f3a9", "depth-100002.", "no such file"];
const asked: Readonly<Record<string, string | undefined>>[] = [
  ...FILE_SORTS.map((sort) => ({ sort })),
  ...FILE_TYPES.flatMap((type) => [{ type }, { type, sort: "size-desc" }]),
  ...searches.flatMap((search) => [{ search }, { search, sort: "size-desc" }, { search, sort: "uploader-asc" }]),
  { search: "station", type: "image", sort: "size-asc" },
];

function ask(query: Readonly<Record<string, string | undefined>>) {
  return listPlatformFiles({} as Viewer, fileListQuerySchema.parse({ limit: "50", ...query }));
}

async function measure(query: Readonly<Record<string, string | undefined>>): Promise<{ total: number; times: number[] }> {
  const { total } = await ask(query);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    await ask(query);
    times.push(performance.now() - begin);
  }
  return { total, times: times.sort((a, b) => a - b) };
}

const at = (times: number[], share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const column = (value: number) => value.toFixed(0).padStart(8);

/** Returns the cursor of a page near the end. */
async function deepCursor(sort: string): Promise<string> {
  let cursor = "";
  for (let page = 0; page < 30; page += 1) {
    cursor = (await ask({ sort, limit: "200", ...(cursor && { cursor }) })).nextCursor ?? "";
  }
  return cursor;
}

try {
  const { rows } = await pool().query<{ indexdef: string }>(`SELECT indexdef FROM pg_indexes WHERE indexname = 'Entry_files_idx'`);
  const withIndex = await timeInserts(pool(), 3);
  await pool().query(`DROP INDEX "Entry_files_idx"`);
  const without = await timeInserts(pool(), 3);
  await pool().query(rows[0]?.indexdef ?? "");
  say(`${cpus()[0]?.model}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`);
  say(`300,000 files inserted: ${Math.min(...withIndex).toFixed(0)} ms, without the index ${Math.min(...without).toFixed(0)} ms`);
  await insertFiles(pool(), files);
  const { rows: counted } = await pool().query(
    `SELECT count(*) AS entries, pg_size_pretty(pg_relation_size('"Entry_files_idx"')) AS index FROM "Entry"`,
  );
  say(`${JSON.stringify(counted[0])}\n\n  p50 ms  p95 ms   total`);
  const all: number[] = [];
  for (const sort of ["all", "size-desc", "uploader-asc"]) asked.push({ sort, cursor: await deepCursor(sort) });
  for (const query of asked) {
    const { total, times } = await measure(query);
    all.push(...times);
    say(
      `${column(at(times, 0.5))}${column(at(times, 0.95))}${String(total).padStart(8)}  ${JSON.stringify({ ...query, ...(query.cursor && { cursor: "30 pages of 200 down" }) })}`,
    );
  }
  all.sort((a, b) => a - b);
  say(`${column(at(all, 0.5))}${column(at(all, 0.95))}          all of them, load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await database.close();
}
