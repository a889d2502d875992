import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockDataDir } from "./lock";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "sea-vision-lock-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const leave = (content: string) => writeFile(path.join(dataDir, "supervisor.lock"), content);

/** A process number that was in use and is not any more. */
const deadPid = () => spawnSync(process.execPath, ["--version"]).pid;

describe("the lock of a data folder", () => {
  it("keeps a second one out until it is given free, and leaves no file", async () => {
    const release = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toThrow(`already running on ${dataDir} (process ${process.pid})`);
    await release();
    await (await lockDataDir(dataDir))();
    expect(await readdir(dataDir)).toEqual([]);
  });

  it.each([
    ["of a process that is dead", () => JSON.stringify({ pid: deadPid(), startTime: "1" })],
    ["of an earlier process with a number that is used again", () => JSON.stringify({ pid: process.pid, startTime: "1" })],
    ["that a power cut left empty", () => ""],
  ])("is taken over from a lock %s", async (_, content) => {
    await leave(content());
    await (await lockDataDir(dataDir))();
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("goes to one of many that find a stale one at once", async () => {
    await leave(JSON.stringify({ pid: deadPid(), startTime: "1" }));
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dataDir)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
