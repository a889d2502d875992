import { describe, expect, it } from "vitest";
import { db } from "@/lib/db";
import { damaged, refused } from "./bad-archives";
import { leftOvers, publishZip } from "./publish-zip";

describe("a bad archive is refused whole, and leaves nothing behind", () => {
  it.each(refused)("%s", async (_, archive, error) => {
    const published = await publishZip(archive);
    expect(published.outcome).toBe("failed");
    const row = await db().import.findUniqueOrThrow({ where: { id: published.importId } });
    expect(row).toMatchObject({ status: "failed", error, projectId: null, treeId: null, publishedAt: null });
    expect(await leftOvers(published)).toEqual([]);
  });
});

describe("a damaged archive is taken back, and leaves nothing behind", () => {
  it.each(damaged)("%s", async (_, archive, error) => {
    const published = await publishZip(archive);
    expect(published.outcome).toBe("failed");
    const row = await db().import.findUniqueOrThrow({ where: { id: published.importId } });
    expect(row).toMatchObject({ status: "failed", error, projectId: null, treeId: null, publishedAt: expect.any(Date) });
    expect(await leftOvers(published)).toEqual([]);
  });
});
