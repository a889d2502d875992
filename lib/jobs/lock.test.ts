import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../tests/setup/until";
import { isLocked, LockHeldError, takeLock } from "./lock";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-lock-"));
  file = path.join(folder, "lock");
});
afterEach(() => rm(folder, { recursive: true }));

/** Returns the id of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ["--version"]).pid;

describe("takeLock", () => {
  it("excludes a second process until it is released, and leaves no file", async () => {
    const release = await takeLock(file);
    expect(await isLocked(file)).toBe(true);
    await expect(takeLock(file)).rejects.toThrow(LockHeldError);
    await release();
    expect(await isLocked(file)).toBe(false);
    await (await takeLock(file))();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ["of a dead process", () => JSON.stringify({ pid: deadPid(), startTime: "1" })],
    ["of an earlier process with a reused id", () => JSON.stringify({ pid: process.pid, startTime: "1" })],
    ["left empty by a power cut", () => ""],
    ["without a process", () => "4711"],
    ["with an invalid start time", () => JSON.stringify({ pid: process.pid, startTime: "/../x" })],
  ])("takes over a lock %s", async (_, content) => {
    await writeFile(file, content());
    expect(await isLocked(file)).toBe(false);
    await (await takeLock(file))();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ["dead", JSON.stringify({ pid: deadPid(), startTime: "1" })],
    ["unreadable", "{"],
  ])("gives a %s lock to one of many processes at once", async (_, content) => {
    for (let round = 0; round < 100; round += 1) {
      await writeFile(file, content);
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(file)));
      const taken = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      expect(taken).toHaveLength(1);
      await taken[0]?.();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it("takes over from a process that died during a take-over", async () => {
    const first = { pid: deadPid(), startTime: "1" };
    await writeFile(file, JSON.stringify(first));
    await writeFile(`${file}.${first.pid}-1`, JSON.stringify({ pid: deadPid(), startTime: "2" }));
    await (await takeLock(file))();
    expect(await readdir(folder)).toEqual([]);
  });

  it("isLocked returns false for a zombie process", async ({ skip }) => {
    if (!existsSync("/proc/self/stat")) skip("There is no /proc here.");
    // The child ends after the shell has become `sleep`, which never reaps it. A shell reaps a child that ends sooner.
    const script = "exec 3<&0; (read line <&3) & echo $!; exec sleep 600";
    const parent = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "pipe", "ignore"] });
    try {
      const pid = await new Promise<number>((resolve) => parent.stdout.once("data", (text) => resolve(Number(text))));
      const fields = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      await until("the shell has become sleep", () => readFileSync(`/proc/${parent.pid}/comm`, "utf8") === "sleep\n");
      parent.stdin.end();
      await until("the child has ended", () => fields()[0] === "Z");
      await writeFile(file, JSON.stringify({ pid, startTime: fields()[19] }));
      expect(await isLocked(file)).toBe(false);
    } finally {
      parent.kill("SIGKILL");
    }
  });

  it("throws the error of the file system", async () => {
    await expect(takeLock(path.join(folder, "nowhere", "lock"))).rejects.toThrow("ENOENT");
  });
});
