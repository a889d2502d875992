import { describe, expect, it } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { craftZip } from "../../setup/craft-zip";
import { createProject } from "../../setup/fixtures";
import { start, uploadZip, work } from "./publish-zip";

const archive = craftZip([{ name: "index.html", data: Buffer.from("map") }]);

async function settle(calls: Promise<{ importId: string }>[]) {
  const outcomes = await Promise.allSettled(calls);
  const started = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.importId] : []));
  const errors = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as AppError] : []));
  return { started, messages: errors.map(({ message }) => message), codes: new Set(errors.map(({ code }) => code)) };
}

describe("concurrent startImport calls", () => {
  it("start one import for the same name", async () => {
    const uploads = await Promise.all(Array.from({ length: 5 }, () => uploadZip(archive)));
    const { started, messages, codes } = await settle(uploads.map((upload) => start(upload, "Same Name")));
    expect(started).toHaveLength(1);
    expect(codes).toEqual(new Set(["conflict"]));
    expect(new Set(messages)).toEqual(new Set(["A project with this name is already being created."]));
    expect(await db().import.count({ where: { safeName: "same-name" } })).toBe(1);
  });

  it("start one import for the same upload", async () => {
    const upload = await uploadZip(archive);
    const { started, messages } = await settle(Array.from({ length: 5 }, () => start(upload)));
    expect(started).toHaveLength(1);
    expect(new Set(messages)).toEqual(new Set(["This upload is already being published."]));
  });
});

describe("a taken project name", () => {
  it("is rejected at once in any case", async () => {
    await createProject(null, { name: "City Map", safeName: "city-map" });
    await expect(start(await uploadZip(archive), "CITY  map")).rejects.toMatchObject({
      code: "conflict",
      message: "A project with this name already exists. Please choose a different name.",
    });
  });

  it("fails the running import and keeps the upload for another name", async () => {
    const upload = await uploadZip(archive);
    const { importId } = await start(upload, "Harbour");
    const other = await createProject(null, { name: "Harbour", safeName: "harbour" });
    expect(await work(importId)).toBe("failed");
    const row = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(row).toMatchObject({ error: "A project with this name already exists. Please choose a different name.", treeId: null });
    expect(await db().project.findUnique({ where: { id: other.id } })).not.toBeNull();
    expect(await blobStore().size(upload.blobKey)).toBe(archive.length);
    expect(await work((await start(upload, "Harbour 2")).importId)).toBe("complete");
  });

  it("can be used again after its import has failed", async () => {
    const broken = await start(await uploadZip(Buffer.from("no ZIP")), "Second Try");
    expect(await work(broken.importId)).toBe("failed");
    const sound = await start(await uploadZip(archive), "Second Try");
    expect(await work(sound.importId)).toBe("complete");
  });
});

describe("an upload used by two imports", () => {
  it("is kept when the second import fails", async () => {
    const upload = await uploadZip(archive);
    const first = await start(upload);
    expect(await work(first.importId)).toBe("complete");
    const second = await start(upload, "Taken Later");
    await createProject(null, { name: "Taken Later", safeName: "taken-later" });
    expect(await work(second.importId)).toBe("failed");
    expect(await blobStore().size(upload.blobKey)).toBe(archive.length);
    expect(await db().upload.count({ where: { id: upload.blobKey } })).toBe(1);
    expect(await db().entry.count({ where: { blobKey: upload.blobKey } })).toBe(1);
  });
});

describe("a missing upload", () => {
  it("is not imported", async () => {
    const { ownerId } = await uploadZip(archive);
    await expect(start({ ownerId, blobKey: newBlobKey() })).rejects.toMatchObject({ code: "not_found" });
  });

  it("fails the import when only its bytes are missing", async () => {
    const upload = await uploadZip(archive);
    const { importId } = await start(upload);
    await blobStore().delete(upload.blobKey);
    expect(await work(importId)).toBe("failed");
    const row = await db().import.findUniqueOrThrow({ where: { id: importId } });
    expect(row.error).toBe("The uploaded file is no longer there. Please upload it again.");
    expect(await db().blob.count({ where: { key: upload.blobKey } })).toBe(0);
  });
});

describe("a project name without URL characters", () => {
  it("is rejected", async () => {
    const outcome = start(await uploadZip(archive), "🗺️");
    await expect(outcome).rejects.toBeInstanceOf(AppError);
    await expect(outcome).rejects.toMatchObject({ code: "bad_request" });
  });
});
