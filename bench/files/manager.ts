/**
 * Measures the file manager of a large map over HTTP against the running product: pages of a folder with 50,000 entries, and
 * rename, move, trash and restore of a folder with 100,000 entries below it.
 * `npx tsx bench/files/manager.ts [entries of the wide folder] [entries of the deep one] [rounds]` (in a checkout that is built)
 * Targets: a page or a search within 300 ms at p95, and no change over 2 s. Exits with 1 when one is missed.
 */
import { availableParallelism, cpus, loadavg } from "node:os";
import { withProduct } from "../setup/running-product";
import { makeMap } from "./folders";

const [wide = 50_000, deep = 100_000, rounds = 20] = process.argv.slice(2).map(Number);
const BROWSE_AIM_MS = 300;
const CHANGE_AIM_MS = 2_000;
/** The page size of the screen. */
const PAGE = 500;
/** The first requests open connections and plan queries. */
const WARM_UP = 3;

const show = (count: number) => count.toLocaleString("en-US");

interface Result {
  p50: number;
  /** The value with a target: p95 of reads, the maximum of changes. */
  judged: number;
  aim: number;
  times: number;
}
const results: Record<string, Result> = {};

/** @param share quantile with a target: 0.95, or 1 for the maximum */
function note(what: string, times: number[], share: number, aim: number): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
  results[what] = { p50: at(0.5), judged: at(share), aim, times: times.length };
}

await withProduct(async (product, { origin, headers }) => {
  const map = await makeMap(product.copy.dataDir, { wide, deep });

  /** @returns the answer, and the time until it was complete. @throws Error for a status other than 200 */
  async function ask<Answer>(method: string, call: string, body?: unknown): Promise<{ answer: Answer; took: number }> {
    const start = performance.now();
    const response = await fetch(`${origin}/api/files/${map.project}/${call}`, {
      method,
      headers: { ...headers, "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    const took = performance.now() - start;
    if (response.status !== 200) throw new Error(`${method} ${call}: ${response.status} ${text}`);
    return { answer: JSON.parse(text), took };
  }

  async function browse(what: string, query: Record<string, string>): Promise<void> {
    const times: number[] = [];
    const call = `browse?${new URLSearchParams({ path: map.wide, limit: String(PAGE), ...query })}`;
    for (let round = -WARM_UP; round < rounds; round += 1) {
      const { answer, took } = await ask<{ items: unknown[] }>("GET", call);
      if (answer.items.length === 0) throw new Error(`${what}: nothing was found.`);
      if (round >= 0) times.push(took);
    }
    note(what, times, 0.95, BROWSE_AIM_MS);
  }

  const last = String(Math.max(0, wide - PAGE));
  for (const sort of ["name-asc", "size-desc", "modified-desc"]) {
    await browse(`first page, ${sort}`, { sort });
    await browse(`last page, ${sort}`, { sort, offset: last });
  }
  await browse("search that finds many", { search: "TILE" });
  await browse("search that finds few", { search: String(wide - 1) });

  const changes: Record<string, number[]> = { rename: [], move: [], "to the trash": [], "back from the trash": [] };
  const change = async <Answer>(what: string, method: string, call: string, body: unknown): Promise<Answer> => {
    const { answer, took } = await ask<Answer>(method, call, body);
    changes[what]?.push(took);
    return answer;
  };
  const longer = `${map.deep} with another and longer name`;
  // A change is rare, so its first time counts.
  for (let round = 0; round < Math.ceil(rounds / 4); round += 1) {
    await change("rename", "PATCH", "rename", { oldPath: map.deep, newName: longer });
    await change("rename", "PATCH", "rename", { oldPath: longer, newName: map.deep });
    await change("move", "POST", "move", { itemPaths: [map.deep], targetPath: "box" });
    await change("move", "POST", "move", { itemPaths: [`box/${map.deep}`], targetPath: "" });
    const { trashId } = await change<{ trashId: string }>("to the trash", "DELETE", "item", { itemPath: map.deep });
    await change("back from the trash", "POST", "trash/restore", { id: trashId });
  }
  for (const [what, times] of Object.entries(changes)) note(what, times, 1, CHANGE_AIM_MS);
});

console.log(`${cpus()[0]?.model}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`);
console.log(`A folder of ${show(wide)} entries in pages of ${PAGE}, and changes of one with ${show(deep)} entries\n`);
console.table(
  Object.fromEntries(
    Object.entries(results).map(([what, { p50, judged, aim, times }]) => [
      what,
      {
        times,
        "p50 ms": p50.toFixed(0),
        "p95 (of changes: longest) ms": judged.toFixed(0),
        "aim ms": aim,
        kept: judged <= aim ? "yes" : "NO",
      },
    ]),
  ),
);
if (Object.values(results).some(({ judged, aim }) => judged > aim)) process.exitCode = 1;
