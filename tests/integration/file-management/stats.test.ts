import { afterEach, expect, it, vi } from "vitest";
import { GET } from "@/app/api/file-management/stats/route";
import { blobStore } from "@/lib/blobs/open";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
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
  expect(await read()).toEqual({ used: 0, total: 1_000_000, available: 400_000, files: 0 });
  const map = await storeMap(someFiles(20));
  const size = (await blobStore().size(map.blobKey)) ?? 0;
  const spare = await storeBlob(Buffer.alloc(1_000));
  expect(await blobStore().size(spare)).toBe(1_000);
  expect(await read()).toEqual({ used: size + 1_000, total: 1_000_000, available: 400_000, files: 20 });
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
