import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { work } from "../imports/publish-zip";
import { beginReplacement, damagedMapOf, mapOf, publishFirst } from "../versions/replacing";
import { filesOf } from "./calls";
import { newSite, pathsOf, totalsOf } from "./site";

const ROUNDS = 5;

let admin: SignedIn;
beforeAll(async () => {
  admin = await signedIn("admin");
});

/** Expects every entry to be reachable from the root and the recorded totals to be correct. */
async function expectWhole(treeId: number): Promise<void> {
  const { recorded, actual, entries, reached } = await totalsOf(treeId);
  expect(recorded).toEqual(actual);
  expect(reached).toBe(entries);
}

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

it("exactly one of several concurrent requests creates a folder", async () => {
  const { project, treeId } = await newSite([]);
  const files = filesOf(admin, project.safeName);
  const answers = await Promise.all([files.folder("", "new"), files.folder("", "new"), files.folder("", "new")]);
  expect(statuses(answers)).toEqual([200, 409, 409]);
  expect(await pathsOf(treeId)).toEqual(["new/"]);
});

it("concurrent first requests create one shared assets tree", async () => {
  const assets = filesOf(admin, "assets");
  const answers = await Promise.all([1, 2, 3, 4].map((n) => assets.folder("", `folder-${n}`)));
  expect(statuses(answers)).toEqual([200, 200, 200, 200]);
  expect(await db().tree.count({ where: { kind: "assets" } })).toBe(1);
  expect((await assets.browse()).body.total).toBe(4);
});

it("concurrent moves of two folders into each other create no cycle", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { project, treeId } = await newSite(["a/x/1", "b/y/2"]);
    const files = filesOf(admin, project.safeName);
    const answers = await Promise.all([files.move(["a"], "b/y"), files.move(["b"], "a/x")]);
    expect(statuses(answers)).toEqual([200, 404]);
    await expectWhole(treeId);
  }
});

it("exactly one of a concurrent rename and deletion succeeds", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { project, treeId } = await newSite(["a/x/1", "b"]);
    const files = filesOf(admin, project.safeName);
    const answers = await Promise.all([files.rename("a", "c"), files.remove("a", { permanently: round % 2 === 0 })]);
    expect(statuses(answers)).toEqual([200, 404]);
    await expectWhole(treeId);
  }
});

it("exactly one of several concurrent changes takes a free name", async () => {
  const { project, treeId } = await newSite(["a", "b", "d/c"]);
  const files = filesOf(admin, project.safeName);
  const answers = await Promise.all([files.rename("a", "c"), files.rename("b", "c"), files.move(["d/c"], ""), files.folder("", "c")]);
  expect(statuses(answers)).toEqual([200, 409, 409, 409]);
  await expectWhole(treeId);
});

it("concurrent changes of one map keep its tree and totals consistent", async () => {
  const { project, treeId } = await newSite(["a/1", "a/2", "b/1"]);
  const files = filesOf(admin, project.safeName);
  const changes = Array.from({ length: 8 }, (_, n) => [
    files.folder("", `folder-${n}`),
    files.copy(["a"], "b"),
    files.remove("a/1"),
    files.move(["a/2"], "b"),
    files.rename("b/a", `renamed-${n}`),
  ]).flat();
  for (const { status } of await Promise.all(changes)) expect([200, 404, 409]).toContain(status);
  await expectWhole(treeId);
  const trash = await db().tree.findMany({ where: { projectId: project.id, kind: "trash" } });
  for (const { id } of trash) await expectWhole(Number(id));
});

it.each([
  ["is published", mapOf],
  ["is rejected as damaged", damagedMapOf],
])("edits while another map %s keep all trees consistent and never deadlock", async (_, next) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const project = await publishFirst("first");
    const files = filesOf(admin, project.safeName);
    const { importId } = await beginReplacement(project, next("second"));
    let isWorking = true;
    const working = work(importId).finally(() => {
      isWorking = false;
    });
    for (let n = 0; isWorking || n === 0; n += 1) {
      // The former map's page may be in the trash when the former map is shown again.
      const { trashId } = (await files.remove("index.html")).body;
      const answers = [await files.folder("", `folder-${n}`), ...(trashId ? [await files.restore(trashId)] : [])];
      for (const { status } of answers) expect(status).toBe(200);
      for (const { status } of await Promise.all([files.copy([`folder-${n}`], ""), files.remove(`folder-${n}`, { permanently: true })]))
        expect([200, 404]).toContain(status);
    }
    await working;
    const trees = await db().tree.findMany({ where: { projectId: project.id } });
    for (const { id } of trees) await expectWhole(Number(id));
    const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id: project.id } });
    expect(trees.filter(({ retiredAt, kind }) => retiredAt === null && kind === "project").map(({ id }) => id)).toEqual([currentTreeId]);
  }
});
