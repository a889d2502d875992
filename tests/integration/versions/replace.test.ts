import { beforeAll, describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { db } from "@/lib/db/client";
import { runImport } from "@/lib/imports/pipeline/run";
import { makeCurrent } from "@/lib/projects/versions/mutations";
import { deleteOldUnusedBlobs } from "@/lib/storage/garbage/unused-blobs";
import { assign, createAccount, createProject } from "../../setup/fixtures";
import { actorOf, type SignedIn, signedIn } from "../../setup/signed-in";
import { start, uploadZip, work } from "../imports/publish-zip";
import { beginReplacement, damagedMapOf, mapOf, publishFirst, replace, shownPage, treesOf } from "./replacing";

let admin: SignedIn;
beforeAll(async () => {
  admin = await signedIn("admin");
});

const untilPublished = (importId: string) => runImport(importId, { signal: new AbortController().signal, untilPublished: true });
const eventsOf = async (id: string, action: string) =>
  db().auditEvent.findMany({ where: { targetId: id, action }, orderBy: { id: "asc" } });

describe("the replacement of a map", () => {
  it("publishes the new map in one step and keeps the address, assignments and settings", async () => {
    const project = await publishFirst("one");
    const user = await createAccount("user");
    await assign(project.id, user.id);
    await db().project.update({ where: { id: project.id }, data: { description: "Of the coast", imageBlobKey: null } });
    const { importId } = await beginReplacement(project, mapOf("two"));
    expect(await shownPage(project)).toBe("one");
    expect(await untilPublished(importId)).toBe("published");
    expect(await shownPage(project)).toBe("two");
    expect(await work(importId)).toBe("complete");
    const after = await db().project.findUniqueOrThrow({ where: { id: project.id }, include: { assignments: true } });
    expect(after).toMatchObject({
      name: project.name,
      safeName: project.safeName,
      description: "Of the coast",
      createdAt: project.createdAt,
      createdById: project.createdById,
      assignments: [{ accountId: user.id }],
    });
    expect(after.updatedAt.getTime()).toBeGreaterThan(project.updatedAt.getTime());
    const trees = await treesOf(project);
    expect(trees.all).toEqual([Number(project.currentTreeId), trees.current]);
    expect(trees.unretired).toEqual([trees.current]);
    expect(await db().import.findUniqueOrThrow({ where: { id: importId } })).toMatchObject({
      projectId: project.id,
      replacesId: project.id,
    });
    expect(await eventsOf(project.id, "project.map-replaced")).toMatchObject([{ details: { safeName: project.safeName, files: 2 } }]);
    expect(await eventsOf(project.id, "project.created")).toHaveLength(1);
  });

  it("publishes the first map of a project without one", async () => {
    const project = await createProject(null);
    expect((await replace(project, mapOf("first"))).outcome).toBe("complete");
    expect(await shownPage(project)).toBe("first");
  });

  it("keeps the five latest former maps and deletes older ones with their blobs", async () => {
    const project = await publishFirst("0");
    const { blobKey: first } = await db().entry.findFirstOrThrow({ where: { treeId: project.currentTreeId ?? 0n, kind: "file" } });
    const replaced: Awaited<ReturnType<typeof replace>>[] = [];
    for (const text of ["1", "2", "3", "4", "5"]) replaced.push(await replace(project, mapOf(text)));
    expect((await treesOf(project)).all).toHaveLength(6);
    // After a return to the oldest map, the second oldest was shown longest ago.
    await makeCurrent(project.id, Number(project.currentTreeId), actorOf(admin));
    await replace(project, mapOf("6"));
    const trees = await treesOf(project);
    expect(trees.all).toHaveLength(6);
    expect(trees.all).toContain(Number(project.currentTreeId));
    expect(trees.all).not.toContain(replaced[0]?.treeId);
    expect(await shownPage(project)).toBe("6");
    await deleteOldUnusedBlobs();
    const gone = replaced[0]?.blobKey ?? "";
    expect(await db().blob.count({ where: { key: gone } })).toBe(0);
    expect(await db().upload.count({ where: { id: gone } })).toBe(0);
    expect(replaced[0] && (await blobStore().size(replaced[0].blobKey))).toBeNull();
    expect(await db().blob.count({ where: { key: first ?? "" } })).toBe(1);
    expect((await db().import.findUniqueOrThrow({ where: { id: replaced[0]?.importId ?? "" } })).treeId).toBeNull();
  });
});

describe("concurrent replacements", () => {
  it("are rejected while the map is being replaced", async () => {
    const project = await publishFirst("one");
    const first = await beginReplacement(project, mapOf("two"));
    await expect(beginReplacement(project, mapOf("three"))).rejects.toMatchObject({
      code: "conflict",
      message: "The map of this project is already being replaced.",
    });
    expect(await work(first.importId)).toBe("complete");
    expect((await replace(project, mapOf("three"))).outcome).toBe("complete");
  });

  it("start exactly one import", async () => {
    const project = await publishFirst("one");
    const outcomes = await Promise.allSettled(["two", "three", "four"].map((text) => beginReplacement(project, mapOf(text))));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.message] : []));
    expect(new Set(refused)).toEqual(new Set(["The map of this project is already being replaced."]));
  });

  it("are rejected while the first map is being verified", async () => {
    const { importId } = await start(await uploadZip(mapOf("one")));
    await untilPublished(importId);
    const { projectId } = await db().import.findUniqueOrThrow({ where: { id: importId } });
    await expect(beginReplacement({ id: projectId ?? "" }, mapOf("two"))).rejects.toMatchObject({
      code: "conflict",
      message: "This project is still being created. Please wait until that is done.",
    });
  });

  it("reserve the name of the project", async () => {
    const project = await publishFirst("one");
    await beginReplacement(project, mapOf("two"));
    await expect(start(await uploadZip(mapOf("x")), project.name)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("the deletion of a project during a replacement", () => {
  it("fails the import before the new map is published and keeps the upload", async () => {
    const project = await publishFirst("one");
    const { importId, blobKey } = await beginReplacement(project, mapOf("two"));
    await db().project.delete({ where: { id: project.id } });
    expect(await work(importId)).toBe("failed");
    const row = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(row).toMatchObject({ error: "The project was deleted while its map was being replaced.", treeId: null, projectId: null });
    expect(await db().project.count({ where: { safeName: project.safeName } })).toBe(0);
    expect(await db().entry.count({ where: { blobKey } })).toBe(0);
    // The upload can be used for another project.
    expect(await db().upload.count({ where: { id: blobKey } })).toBe(1);
  });

  it("fails the import while the new map is verified and deletes everything of it", async () => {
    const project = await publishFirst("one");
    const { importId, blobKey } = await beginReplacement(project, mapOf("two"));
    await untilPublished(importId);
    await db().project.delete({ where: { id: project.id } });
    expect(await work(importId)).toBe("failed");
    const { error } = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(error).toBe("The project was deleted while its files were being checked.");
    expect(await db().entry.count({ where: { blobKey } })).toBe(0);
    expect(await blobStore().size(blobKey)).toBeNull();
  });

  it("succeeds when it is concurrent with publishing", async () => {
    const project = await publishFirst("one");
    const { importId } = await beginReplacement(project, mapOf("two"));
    const [outcome] = await Promise.all([untilPublished(importId), db().project.delete({ where: { id: project.id } })]);
    expect(["published", "failed"]).toContain(outcome);
    if (outcome === "published") expect(await work(importId)).toBe("failed");
    expect(await db().tree.count({ where: { projectId: project.id } })).toBe(0);
  });
});

describe("a damaged replacement", () => {
  it("does not delete a former map", async () => {
    const project = await publishFirst("0");
    for (const text of ["1", "2", "3", "4", "5"]) await replace(project, mapOf(text));
    const before = await treesOf(project);
    expect((await replace(project, damagedMapOf("6"))).outcome).toBe("failed");
    expect(await treesOf(project)).toEqual(before);
    expect(await shownPage(project)).toBe("5");
  });

  it("restores the former map and leaves nothing", async () => {
    const project = await publishFirst("one");
    const { importId, blobKey } = await beginReplacement(project, damagedMapOf("two"));
    await untilPublished(importId);
    expect(await shownPage(project)).toBe("two");
    expect(await work(importId)).toBe("failed");
    expect(await shownPage(project)).toBe("one");
    const trees = await treesOf(project);
    expect(trees).toEqual({ current: trees.current, unretired: [trees.current], all: [Number(project.currentTreeId)] });
    const row = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(row).toMatchObject({ status: "failed", projectId: null, treeId: null, replacesId: project.id });
    expect(row.error).toBe(
      'The ZIP archive is damaged. 1 entry failed the check ("index.html": its checksum is wrong). The former map is online again.',
    );
    expect(await db().upload.count({ where: { id: blobKey } })).toBe(0);
    expect(await blobStore().size(blobKey)).toBeNull();
    expect(await eventsOf(project.id, "project.map-restored")).toMatchObject([
      { actorId: null, details: { message: row.error?.replace(/ The former.*/, "") } },
    ]);
    expect(await eventsOf(project.id, "project.deleted")).toHaveLength(0);
  });

  it("keeps another version that an admin has restored in the meantime", async () => {
    const project = await publishFirst("one");
    const second = await replace(project, mapOf("two"));
    const { importId } = await beginReplacement(project, damagedMapOf("three"));
    await untilPublished(importId);
    await makeCurrent(project.id, Number(project.currentTreeId), actorOf(admin));
    expect(await work(importId)).toBe("failed");
    expect(await shownPage(project)).toBe("one");
    const trees = await treesOf(project);
    expect(trees).toEqual({
      current: Number(project.currentTreeId),
      unretired: [Number(project.currentTreeId)],
      all: [Number(project.currentTreeId), second.treeId],
    });
    expect((await db().import.findUniqueOrThrow({ where: { id: importId } })).error).toMatch(/its checksum is wrong\)\.$/);
  });

  it("does not delete a project that had no map", async () => {
    const project = await createProject(null);
    expect((await replace(project, damagedMapOf("one"))).outcome).toBe("failed");
    expect(await treesOf(project)).toEqual({ current: null, unretired: [], all: [] });
    expect((await replace(project, mapOf("two"))).outcome).toBe("complete");
  });

  it("does not conflict with an admin who makes it current at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const project = await publishFirst(`one ${round}`);
      const { importId } = await beginReplacement(project, damagedMapOf("two"));
      await untilPublished(importId);
      const { current } = await treesOf(project);
      await makeCurrent(project.id, Number(project.currentTreeId), actorOf(admin));
      const [made] = await Promise.allSettled([makeCurrent(project.id, current ?? 0, actorOf(admin)), work(importId)]);
      if (made.status === "rejected") expect(made.reason).toMatchObject({ code: "not_found" });
      expect(await shownPage(project)).toBe(`one ${round}`);
      expect(await treesOf(project)).toMatchObject({ unretired: [Number(project.currentTreeId)], all: [Number(project.currentTreeId)] });
    }
  });

  it("is never published when its directory is invalid", async () => {
    const project = await publishFirst("one");
    const { outcome, error } = await replace(project, Buffer.from("no ZIP"));
    expect([outcome, error]).toEqual(["failed", "This file is not a ZIP archive."]);
    expect(await shownPage(project)).toBe("one");
    expect((await treesOf(project)).all).toHaveLength(1);
  });
});
