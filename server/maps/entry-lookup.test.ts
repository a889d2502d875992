import { expect, it } from "vitest";
import type { Entry, EntryQuestion } from "../../lib/trees/data";
import { EntryLookup } from "./entry-lookup";

/** A database that answers on demand and records its queries. */
class SlowDatabase {
  readonly batches: string[][] = [];
  private readonly answers: (() => void)[] = [];

  readonly findEntries = (questions: readonly EntryQuestion[]): Promise<Entry[]> => {
    this.batches.push(questions.map(({ path }) => path.join("/")));
    return new Promise((resolve) => {
      this.answers.push(() => resolve(questions.map(({ path }) => folder(path.join("/")))));
    });
  };

  answerOne(): void {
    this.answers.shift()?.();
  }
}

function folder(name: string): Entry {
  return { kind: "folder", id: 1, treeId: 1, parentId: null, name, modifiedAt: new Date(0) };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

it("EntryLookup sends concurrent questions in one batch, and collects more while three are in progress", async () => {
  const database = new SlowDatabase();
  const lookup = new EntryLookup(database.findEntries, Date.now);
  const find = (name: string) => lookup.find({ root: { treeId: 1 }, path: [name] });
  const found = [find("a"), find("b")];
  await turn();
  for (const name of ["c", "d"]) {
    found.push(find(name));
    await turn();
  }
  for (const name of ["e", "f", "g"]) {
    found.push(find(name));
    await turn();
  }
  expect(database.batches).toEqual([["a", "b"], ["c"], ["d"]]);
  database.answerOne();
  await turn();
  await turn();
  expect(database.batches).toEqual([["a", "b"], ["c"], ["d"], ["e", "f", "g"]]);
  for (let left = 3; left > 0; left -= 1) database.answerOne();
  expect((await Promise.all(found)).map((entry) => entry?.name)).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
});

it("EntryLookup rejects every question of a failed batch, and continues", async () => {
  let fails = true;
  const lookup = new EntryLookup(
    (questions) => (fails ? Promise.reject(new Error("broken")) : Promise.resolve(questions.map(() => null))),
    Date.now,
  );
  const both = await Promise.allSettled(["a", "b"].map((name) => lookup.find({ root: "assets", path: [name] })));
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await lookup.find({ root: "assets", path: ["a"] })).toBeNull();
});

it("EntryLookup answers from memory only while the database is unavailable, for half a minute, per tree", async () => {
  let now = 0;
  let failure: Error | null = null;
  const lookup = new EntryLookup(
    (questions) => (failure ? Promise.reject(failure) : Promise.resolve(questions.map(({ path }) => folder(path.join("/"))))),
    () => now,
  );
  const find = (treeId: number) => lookup.find({ root: { treeId }, path: ["a"] });
  await find(1);
  failure = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  now = 29_999;
  expect(await find(1)).toMatchObject({ name: "a" });
  await expect(find(2)).rejects.toThrow("connect");
  now = 30_000;
  await expect(find(1)).rejects.toThrow("connect");
  now = 0;
  failure = new Error("a defect");
  await expect(find(1)).rejects.toThrow("a defect");
});
