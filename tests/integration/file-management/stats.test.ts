import { afterEach, expect, it, vi } from "vitest";
import { GET } from "@/app/api/file-management/stats/route";
import { requireAdmin } from "@/lib/accounts/sessions/policy";
import { blobStore } from "@/lib/blobs/open";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { StorageStats } from "@/lib/files/platform/schema";
import { trashProject } from "@/lib/projects/trash/mutations";
import { requestTo, signedIn } from "../../setup/signed-in";
import { filesOf } from "../files/calls";
import { someFiles, storeBlob, storeMap } from "../storage/stored-map";

afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(env(), { storageQuotaBytes: null });
});

const requestStats = async (headers: Record<string, string>) => {
  const response = await GET(requestTo("/api/file-management/stats", { headers }));
  return { status: response.status, body: await response.json() };
};
const read = async () => (await requestStats((await signedIn("superadmin")).bearer)).body;

it("GET /api/file-management/stats returns the used, total and available bytes and the number of files", async () => {
  vi.spyOn(blobStore(), "capacity").mockResolvedValue({ total: 1_000_000, free: 400_000 });
  expect(await read()).toEqual({ used: 0, total: 1_000_000, available: 400_000, files: 0, shares: [] });
  const map = await storeMap(someFiles(20));
  const size = (await blobStore().size(map.blobKey)) ?? 0;
  const spare = await storeBlob(Buffer.alloc(1_000));
  expect(await blobStore().size(spare)).toBe(1_000);
  expect(await read()).toMatchObject({ used: size + 1_000, total: 1_000_000, available: 400_000, files: 20 });
});

it("GET /api/file-management/stats divides the used bytes by project, assets, trash and uploads, and the shares add up", async () => {
  const admin = await signedIn("admin");
  const sizeOf = async ({ blobKey }: { blobKey: string }) => (await db().blob.findUniqueOrThrow({ where: { key: blobKey } })).size;
  const maps = [await storeMap(someFiles(30)), await storeMap(someFiles(12)), await storeMap(someFiles(5))];
  const [whole, deleted, assets] = await Promise.all(
    maps.map(({ treeId }) => db().project.findFirst({ where: { currentTreeId: treeId } })),
  );
  const sizes = (await Promise.all(maps.map(sizeOf))).map(Number);
  // A former version in a blob of its own belongs to the project, and a blob of two projects counts once.
  const former = await storeBlob(Buffer.alloc(70_000));
  const tree = await db().tree.create({ data: { projectId: whole?.id, retiredAt: new Date() } });
  await db().entry.createMany({
    data: [
      { treeId: tree.id, kind: "folder", name: "" },
      { treeId: tree.id, kind: "file", name: "a", blobKey: former, size: 70_000 },
    ].map((entry, index) => ({ ...entry, parentId: index === 0 ? null : 0 })) as never,
  });
  expect((await filesOf(admin, whole?.safeName ?? "").remove("1.bin")).status).toBe(200);
  await db().tree.updateMany({ where: { kind: "assets" }, data: { kind: "project" } });
  await db().tree.update({ where: { id: maps[2]?.treeId }, data: { kind: "assets", projectId: null } });
  await db().project.delete({ where: { id: assets?.id } });
  await trashProject(await requireAdmin(requestTo("/", { headers: admin.bearer }), "read"), deleted?.id ?? "", {
    address: null,
    userAgent: null,
  });
  const upload = await storeBlob(Buffer.alloc(9_000));
  await db().upload.create({ data: { id: upload, length: 9_000, state: "complete", expiresAt: new Date(Date.now() + 60_000) } });
  const { used, shares, files }: StorageStats = await read();
  expect(shares.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(used);
  expect(shares.filter(({ _id, name }) => name !== null || _id === "assets").reduce((sum, share) => sum + share.files, 0)).toBe(files);
  const shareOf = (id: string | undefined) => shares.find(({ _id }) => _id === id);
  expect(shareOf(whole?.id)).toEqual({ _id: whole?.id, name: whole?.name, bytes: (sizes[0] ?? 0) + 70_000, files: 29 });
  expect(shareOf("assets")).toEqual({ _id: "assets", name: null, bytes: sizes[2], files: 5 });
  expect(shareOf("trash")).toMatchObject({ bytes: sizes[1], files: expect.any(Number) });
  expect(shareOf("uploads")).toMatchObject({ bytes: 9_000 });
  expect(shares.map(({ bytes }) => bytes)).toEqual(shares.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
});

it("GET /api/file-management/stats counts trashed files in the used bytes but not in the number of files", async () => {
  const before = await read();
  const map = await storeMap(someFiles(10));
  const size = (await blobStore().size(map.blobKey)) ?? 0;
  const { safeName } = await db().project.findFirstOrThrow({ where: { currentTreeId: map.treeId } });
  expect((await filesOf(await signedIn("admin"), safeName).remove("3.bin")).status).toBe(200);
  expect(await read()).toMatchObject({ used: before.used + size, files: before.files + 9 });
});

it("GET /api/file-management/stats uses STORAGE_QUOTA_BYTES as the total and never returns negative available bytes", async () => {
  const { used } = await read();
  Object.assign(env(), { storageQuotaBytes: used + 500 });
  expect(await read()).toMatchObject({ used, total: used + 500, available: 500 });
  Object.assign(env(), { storageQuotaBytes: used - 1 });
  expect(await read()).toMatchObject({ used, total: used - 1, available: 0 });
});

it("GET /api/file-management/stats returns 401 without a session and 403 to users and admins", async () => {
  expect((await requestStats({})).status).toBe(401);
  for (const role of ["user", "admin"] as const) expect((await requestStats((await signedIn(role)).bearer)).status).toBe(403);
});
