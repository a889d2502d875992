import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { damaged, damagedDeflate64, refused } from "./bad-archives";
import { leftovers, publishZip } from "./publish-zip";

describe("an archive with an invalid directory or Deflate64 file", () => {
  it.each([...refused, ...damagedDeflate64])("is never published and leaves nothing: %s", async (_, archive, error) => {
    const published = await publishZip(archive);
    expect(published.outcome).toBe("failed");
    const row = await db().import.findUniqueOrThrow({ where: { id: published.importId } });
    expect(row).toMatchObject({ status: "failed", error, projectId: null, treeId: null, publishedAt: null });
    expect(await leftovers(published)).toEqual([]);
  });
});

describe("a damaged archive", () => {
  it.each(damaged)("is unpublished and leaves nothing: %s", async (_, archive, error) => {
    const published = await publishZip(archive);
    expect(published.outcome).toBe("failed");
    const row = await db().import.findUniqueOrThrow({ where: { id: published.importId } });
    expect(row).toMatchObject({ status: "failed", error, projectId: null, treeId: null, publishedAt: expect.any(Date) });
    expect(await leftovers(published)).toEqual([]);
  });
});
