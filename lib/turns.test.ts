import { expect, it } from "vitest";
import { Turns, TurnsOfEach } from "./turns";

/** Work that goes on until it is told to end. */
function newWork() {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  return { begun, work, end: () => ends.shift()?.() };
}

it("lets so many work at once, the others in the order they came", async () => {
  const { begun, work, end } = newWork();
  const turns = new Turns(2);
  const taken = ["a", "b", "c", "d"].map((name) => turns.take(work(name)));
  expect([begun, turns.taken]).toEqual([["a", "b"], 4]);
  end();
  expect(await taken[0]).toBe("a");
  expect([begun, turns.taken]).toEqual([["a", "b", "c"], 3]);
  end();
  expect(await taken[1]).toBe("b");
  expect(begun).toEqual(["a", "b", "c", "d"]);
  for (const _ of taken) end();
  expect(await Promise.all(taken)).toEqual(["a", "b", "c", "d"]);
  expect(turns.taken).toBe(0);
});

it("hands a turn on when the work fails", async () => {
  const turns = new Turns(1);
  const failing = Promise.allSettled([turns.take(() => Promise.reject(new Error("failed"))), turns.take(() => Promise.resolve("done"))]);
  expect((await failing).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  expect(turns.taken).toBe(0);
});

it("lets who waits leave, and keeps the turns of the others", async () => {
  const { begun, work, end } = newWork();
  const turns = new Turns(1);
  const leaving = new AbortController();
  const taken = [turns.take(work("a")), turns.take(work("b"), leaving.signal), turns.take(work("c"))];
  leaving.abort(new Error("no more"));
  await expect(taken[1]).rejects.toThrow("no more");
  expect(turns.taken).toBe(2);
  end();
  await taken[0];
  expect(begun).toEqual(["a", "c"]);
  await expect(turns.take(work("d"), leaving.signal)).rejects.toThrow("no more");
  end();
  expect(await taken[2]).toBe("c");
  expect([begun, turns.taken]).toEqual([["a", "c"], 0]);
});

it("makes nobody wait for another holder, and forgets who has none", async () => {
  const { begun, work, end } = newWork();
  const turns = new TurnsOfEach(1);
  const taken = [turns.take("one", work("a")), turns.take("one", work("b")), turns.take("other", work("c"))];
  expect(begun).toEqual(["a", "c"]);
  expect([turns.taken("one"), turns.taken("other"), turns.taken("nobody")]).toEqual([2, 1, 0]);
  end();
  await taken[0];
  expect(begun).toEqual(["a", "c", "b"]);
  for (const _ of taken) end();
  await Promise.all(taken);
  expect([turns.taken("one"), turns.taken("other")]).toEqual([0, 0]);
});
