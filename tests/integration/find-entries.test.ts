import { beforeAll, expect, it } from "vitest";
import { db, pool } from "@/lib/db/client";
import { type EntryQuestion, findEntries, findEntry } from "@/lib/trees/data";
import { createProject } from "../setup/fixtures";

/** IDs of two trees that contain the same names. */
let first: number;
let second: number;
let projectId: string;

async function plantTree(size: bigint): Promise<number> {
  const tree = await db().tree.create({ data: {} });
  const root = await db().entry.create({ data: { treeId: tree.id, kind: "folder", name: "" } });
  const folder = await db().entry.create({ data: { treeId: tree.id, parentId: root.id, kind: "folder", name: "tiles" } });
  await db().entry.create({
    data: {
      treeId: tree.id,
      parentId: folder.id,
      kind: "file",
      name: "0.png",
      size,
      blobKey: "0123456789abcdef0123456789abcdef",
      offset: 5_000_000_000n,
      storedSize: size,
      crc32: 0xffffffffn,
    },
  });
  await db().entry.create({ data: { treeId: tree.id, parentId: root.id, kind: "file", name: "empty" } });
  return Number(tree.id);
}

beforeAll(async () => {
  [first, second] = [await plantTree(7n), await plantTree(8n)];
  projectId = (await createProject(null, { currentTreeId: BigInt(second) })).id;
});

it("findEntries returns one result per question in order", async () => {
  const inFirst = { root: { treeId: first } };
  const questions: EntryQuestion[] = [
    { ...inFirst, path: ["tiles", "0.png"] },
    { ...inFirst, path: ["tiles", "1.png"] },
    { root: { projectId }, path: ["tiles", "0.png"] },
    { ...inFirst, path: [] },
    { ...inFirst, path: ["tiles"] },
    { ...inFirst, path: ["tiles", "0.png", "below"] },
    { ...inFirst, path: ["0.png"] },
    { ...inFirst, path: ["empty"] },
    { root: { treeId: 999_999 }, path: [] },
    { root: { projectId: "00000000-0000-7000-8000-000000000000" }, path: [] },
    { root: "assets", path: [] },
  ];
  const answers = await findEntries(questions);
  expect(answers.map((entry) => entry && [entry.treeId, entry.kind, entry.name])).toEqual([
    [first, "file", "0.png"],
    null,
    [second, "file", "0.png"],
    [first, "folder", ""],
    [first, "folder", "tiles"],
    null,
    null,
    [first, "file", "empty"],
    null,
    null,
    null,
  ]);
  expect(answers[0]).toMatchObject({
    size: 7,
    slice: {
      blobKey: "0123456789abcdef0123456789abcdef",
      offset: 5_000_000_000,
      hasLocalHeader: false,
      storedSize: 7,
      size: 7,
      method: "stored",
      crc32: 0xffffffff,
    },
  });
  expect(answers[7]).toMatchObject({ size: 0, slice: null });
  expect(await findEntries([])).toEqual([]);
});

it("findEntries finds entries of the shared assets", async () => {
  await db().tree.update({ where: { id: first }, data: { kind: "assets" } });
  const [entry] = await findEntries([{ root: "assets", path: ["tiles", "0.png"] }]);
  expect(entry?.treeId).toBe(first);
});

it("findEntries treats quotes and wildcards in names literally", async () => {
  const { id: parentId } = (await findEntry(second, [])) ?? { id: 0 };
  const names = ["a'b", 'a"b', "{a,b}", "%", "_", "NULL", "ü", "\u{1f5fa}"];
  await db().entry.createMany({ data: names.map((name) => ({ treeId: second, parentId, kind: "file" as const, name })) });
  const found = await findEntries(names.map((name) => ({ root: { treeId: second }, path: [name] })));
  expect(found.map((entry) => entry?.name)).toEqual(names);
});

it("findEntries uses the index even without table statistics", async () => {
  const text = `INSERT INTO "Entry" ("treeId", "parentId", kind, name)
    SELECT $1::bigint, root.id, 'file', number || '.png' FROM "Entry" root, generate_series(0, 49999) number
     WHERE root."treeId" = $1 AND root."parentId" IS NULL`;
  await pool().query(text, [first]);
  const questions = Array.from({ length: 5_000 }, (_, index) => ({ root: { treeId: first }, path: [`${index * 10}.png`] }));
  const before = Date.now();
  expect((await findEntries(questions)).every((entry) => entry?.kind === "file")).toBe(true);
  // The index takes about 100 ms. 5,000 scans of 50,000 rows would take half a minute.
  expect(Date.now() - before).toBeLessThan(15_000);
});
