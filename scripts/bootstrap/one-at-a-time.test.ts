import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { expect, it } from "vitest";
import { oneAtATime, tryToLock } from "./one-at-a-time.mjs";

/** Commands of this clone never lock it. */
const FOLDER = `/nowhere/${randomUUID()}`;
const MODULE = path.join(import.meta.dirname, "one-at-a-time.mjs");

async function startHolder() {
  const code = `import { oneAtATime } from ${JSON.stringify(MODULE)};
    await oneAtATime(() => { process.stdout.write("locked"); return new Promise(() => setInterval(() => {}, 1_000)); }, ${JSON.stringify(FOLDER)});`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");
  return holder;
}

it("oneAtATime runs work of one process one after the other", async () => {
  let running = 0;
  const work = async () => {
    running += 1;
    await new Promise(setImmediate);
    expect(running).toBe(1);
    running -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, () => oneAtATime(work, FOLDER)));
});

it("oneAtATime releases the lock when the work fails", async () => {
  await expect(oneAtATime(() => Promise.reject(new Error("no network")), FOLDER)).rejects.toThrow("no network");
  expect(await oneAtATime(() => Promise.resolve("done"), FOLDER)).toBe("done");
});

it("oneAtATime waits for another process and continues when that one is killed", async () => {
  const holder = await startHolder();
  expect(await tryToLock(FOLDER)).toBeNull();
  let isDone = false;
  const waiting = oneAtATime(() => {
    isDone = true;
    return Promise.resolve();
  }, FOLDER);
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  holder.kill("SIGKILL");
  await waiting;
  expect(isDone).toBe(true);
});
