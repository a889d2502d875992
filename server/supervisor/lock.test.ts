import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { isLocked, lockDataDir } from "./lock";

it("lockDataDir excludes a second supervisor and names the first, until it is released", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sea-vision-lock-"));
  const release = await lockDataDir(dataDir);
  expect(await isLocked(dataDir)).toBe(true);
  await expect(lockDataDir(dataDir)).rejects.toThrow(`already running on ${dataDir} (process ${process.pid})`);
  await release();
  expect(await isLocked(dataDir)).toBe(false);
  expect(await readdir(dataDir)).toEqual([]);
  await rm(dataDir, { recursive: true });
});
