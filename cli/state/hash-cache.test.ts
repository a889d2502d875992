import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { HashCache } from "./hash-cache";

const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-hashes-"));
const file = path.join(folder, "below/one.hashes.json");
const [a, b] = ["a".repeat(64), "b".repeat(64)];
afterAll(() => rm(folder, { recursive: true, force: true }));

it("HashCache keeps the hashes that were used, and drops the others", async () => {
  const first = await HashCache.open(file);
  first.set("one", a);
  first.set("two", b);
  await first.save();
  const second = await HashCache.open(file);
  expect([second.get("one"), second.get("three")]).toEqual([a, undefined]);
  await second.save();
  const third = await HashCache.open(file);
  expect([third.get("one"), third.get("two")]).toEqual([a, undefined]);
});

it.each(["", '{"one":', '{"one":"x"}', "[]", "null"])("HashCache ignores the damaged file %j", async (text) => {
  await writeFile(file, text);
  const cache = await HashCache.open(file);
  expect(cache.get("one")).toBeUndefined();
  cache.set("one", a);
  await cache.save();
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ one: a });
});
