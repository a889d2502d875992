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

const ask = async (headers: Record<string, string>) => {
  const response = await GET(requestTo("/api/file-management/stats", { headers }));
  return { status: response.status, body: await response.json() };
};
const read = async () => (await ask((await signedIn("superadmin")).bearer)).body;

it("tells what is stored, what fits in, and how many files there are", async () => {
  vi.spyOn(blobStore(), "capacity").mockResolvedValue({ total: 1_000_000, free: 400_000 });
  expect(await read()).toEqual({ used: 0, total: 1_000_000, available: 400_000, files: 0 });
  const map = await storeMap(someFiles(20));
  const size = (await blobStore().size(map.blobKey)) ?? 0;
  const spare = await storeBlob(Buffer.alloc(1_000));
  expect(await blobStore().size(spare)).toBe(1_000);
  expect(await read()).toEqual({ used: size + 1_000, total: 1_000_000, available: 400_000, files: 20 });
});

it("counts what lies in the trash as stored, and not among the files", async () => {
  const before = await read();
  const map = await storeMap(someFiles(10));
  const size = (await blobStore().size(map.blobKey)) ?? 0;
  const { safeName } = await db().project.findFirstOrThrow({ where: { currentTreeId: map.treeId } });
  expect((await filesOf(await signedIn("admin"), safeName).remove("3.bin")).status).toBe(200);
  expect(await read()).toMatchObject({ used: before.used + size, files: before.files + 9 });
});

it("measures by STORAGE_QUOTA_BYTES where that is set, and never tells of less than nothing", async () => {
  const { used } = await read();
  Object.assign(env(), { storageQuotaBytes: used + 500 });
  expect(await read()).toMatchObject({ used, total: used + 500, available: 500 });
  Object.assign(env(), { storageQuotaBytes: used - 1 });
  expect(await read()).toMatchObject({ used, total: used - 1, available: 0 });
});

it("is for superadmins", async () => {
  expect((await ask({})).status).toBe(401);
  for (const role of ["user", "admin"] as const) expect((await ask((await signedIn(role)).bearer)).status).toBe(403);
});
