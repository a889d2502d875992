import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import type { PlanStore } from "@/lib/upload-client/plan/plan-store";
import { UploadPlan } from "@/lib/upload-client/plan/upload-plan";

const FILES = 2_000_000;
/** Like the messages of the page. */
const FILES_PER_MESSAGE = 5_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the megabytes that are in use, without garbage. */
function readHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Copies a text as a message does. A joined text would take the memory of its parts too. */
const copyOf = (text: string) => Buffer.from(text).toString("latin1");
const pathOf = (number: number) =>
  copyOf(number === 0 ? "site/index.html" : `site/tiles/${Math.floor(number / 1_000)}/${number % 1_000}.png`);

it("UploadPlan plans 2,000,000 files in at most 400 MB", { timeout: 600_000 }, async () => {
  let storedFiles = 0;
  const store: PlanStore = {
    read: () => Promise.resolve({ packs: [], progress: new Map() }),
    keep: (_, packs) => {
      for (const { paths } of packs) storedFiles += paths.length;
      return Promise.resolve();
    },
  };
  const before = readHeap();
  const plan = new UploadPlan(store);
  for (let from = 0; from < FILES; from += FILES_PER_MESSAGE) {
    const paths = Array.from({ length: FILES_PER_MESSAGE }, (_, place) => pathOf(from + place));
    plan.add({ paths, sizes: paths.map(() => 100), times: paths.map(() => 1_700_000_000_000) });
  }
  expect(plan.facts()).toMatchObject({ fileCount: FILES, byteCount: FILES * 100, hasIndexHtml: true });
  const { packs } = await plan.plan({ sessionId: "one" }, () => Promise.resolve(true));
  const planned = readHeap() - before;
  expect([packs.length, storedFiles]).toEqual([FILES / 20_000, FILES]);
  const list = plan.list({ head: {}, uploadIds: new Map() });
  expect(list.size).toBeGreaterThan(FILES * 100);
  const listed = readHeap() - before;
  for (const [what, megabytes] of Object.entries({ planned, listed })) {
    expect(megabytes, what).toBeGreaterThan(0);
    expect(megabytes, what).toBeLessThanOrEqual(400);
  }
});
