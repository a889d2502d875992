import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { KeyedSemaphore } from "./keyed-semaphore";

/** Returns tasks that run until `end` is called. */
function newTasks() {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const task = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  return { begun, task, end: () => ends.shift()?.() };
}

describe("KeyedSemaphore", () => {
  it("runs the tasks of one key in order and doesn't delay other keys", async () => {
    const { begun, task, end } = newTasks();
    const semaphore = new KeyedSemaphore(1);
    const tasks = [semaphore.run("one", task("a")), semaphore.run("one", task("b")), semaphore.run("other", task("c"))];
    await setImmediate();
    expect(begun).toEqual(["a", "c"]);
    expect([semaphore.count("one"), semaphore.count("other"), semaphore.count("unknown")]).toEqual([2, 1, 0]);
    end();
    expect(await tasks[0]).toBe("a");
    await setImmediate();
    expect(begun).toEqual(["a", "c", "b"]);
    for (const _ of tasks) end();
    expect(await Promise.all(tasks)).toEqual(["a", "b", "c"]);
  });

  it("forgets a key when its last task has ended, also when it failed", async () => {
    const semaphore = new KeyedSemaphore(2);
    const outcomes = await Promise.allSettled([
      semaphore.run("key", () => Promise.reject(new Error("failed"))),
      semaphore.run("key", () => Promise.resolve("done")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(Reflect.get(semaphore, "limits")).toEqual(new Map());
  });
});
