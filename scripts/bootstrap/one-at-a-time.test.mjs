import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { tryToTake } from "./one-at-a-time.mjs";

let folder;
let file;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-lock-"));
  file = path.join(folder, "lock");
});
afterEach(() => rm(folder, { recursive: true }));

it("lets one in, and the next when it is gone", async () => {
  expect(await tryToTake(file)).toBe(true);
  expect(await tryToTake(file)).toBe(false);
  await rm(file);
  expect(await tryToTake(file)).toBe(true);
  expect(await readdir(folder)).toEqual(["lock"]);
});

it.each([
  ["of a command that was killed", () => `${spawnSync(process.execPath, ["--version"]).pid}-1`],
  ["of an earlier process with a number that is used again", () => `${process.ppid}-1`],
  ["that a power cut left empty", () => ""],
])("is taken by one of many over from a lock %s", async (_, content) => {
  for (let round = 0; round < 50; round += 1) {
    await writeFile(file, content());
    const tries = await Promise.all(Array.from({ length: 8 }, () => tryToTake(file)));
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await readdir(folder)).toEqual(["lock"]);
  }
});
