import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, inject, test, vi } from "vitest";
import { GET } from "@/app/api/health/route";
import { blobFolder, blobStore } from "@/lib/blobs/open";
import { pool } from "@/lib/db/client";
import { env } from "@/lib/env";
import { canServe, readHealth } from "@/lib/health/data";
import { forgetThumbnailWorker, reportThumbnailWorker } from "../../../lib/projects/images/claims";
import { createBucket, removeBucket } from "../../services/bucket";
import { requestTo, signedIn } from "../../setup/signed-in";

/** Reads the health a minute later, because results are cached for some seconds. */
async function health(headers: Record<string, string> = {}) {
  vi.setSystemTime(Date.now() + 60_000);
  const answer = await GET(requestTo("/api/health", { headers }));
  return { status: answer.status, body: await answer.json() };
}

/** Makes the object store fail. @returns a function that repairs it */
async function breakStore(): Promise<() => Promise<unknown>> {
  const { s3 } = env();
  if (s3) {
    const { endpoint, region, credentials, bucket } = s3;
    const store = { endpoint: endpoint ?? "", region, ...(credentials ?? { accessKeyId: "", secretAccessKey: "" }) };
    await removeBucket(store, bucket);
    return () => createBucket(store, bucket);
  }
  await rm(blobFolder(), { recursive: true });
  await writeFile(blobFolder(), "in the way");
  return () => rm(blobFolder());
}

afterAll(() => {
  vi.useRealTimers();
});

const ok = { database: "ok", objectStore: "ok", migrations: "ok" };

test("GET /api/health returns 200 when all checks pass", async () => {
  expect(await health()).toEqual({ status: 200, body: { status: "ok", checks: ok } });
});

test("GET /api/health says that the disk is full, and the process still gets requests", async () => {
  const capacity = vi.spyOn(blobStore(), "capacity").mockResolvedValue({ total: 1_000_000, free: 100_000 });
  const full = "The server's disk is full. An operator must free space on it.";
  expect(await health()).toEqual({ status: 503, body: { status: "unavailable", checks: { ...ok, objectStore: full } } });
  expect(canServe(await readHealth(false))).toBe(true);
  capacity.mockRestore();
  const check = vi.spyOn(blobStore(), "check").mockRejectedValueOnce(Object.assign(new Error("write"), { code: "ENOSPC" }));
  expect((await health()).body.checks.objectStore).toBe(full);
  check.mockRestore();
  expect(await health()).toEqual({ status: 200, body: { status: "ok", checks: ok } });
});

test("GET /api/health tells superadmins, and no other caller, why thumbnails are off", async () => {
  const { bearer } = await signedIn("superadmin");
  const workers = [randomUUID(), randomUUID()] as const;
  const finding = async () => (await health(bearer)).body.checks.thumbnails;
  expect(await finding()).toBe("ok");
  await reportThumbnailWorker(workers[0], "Chromium was not found");
  expect(await finding()).toBe("off: Chromium was not found");
  expect(await health()).toEqual({ status: 200, body: { status: "ok", checks: ok } });
  await reportThumbnailWorker(workers[1], null);
  expect(await finding()).toBe("ok");
  await forgetThumbnailWorker(workers[1]);
  expect(await finding()).toBe("off: Chromium was not found");
  await pool().query(`UPDATE "ThumbnailWorker" SET "seenAt" = now() - interval '61 seconds'`);
  expect(await finding()).toBe("ok");
  await reportThumbnailWorker(workers[1], null);
  expect((await pool().query(`SELECT id FROM "ThumbnailWorker"`)).rows).toEqual([{ id: workers[1] }]);
});

test("GET /api/health tells superadmins, and no other caller, whether GDAL is installed", async () => {
  const { bearer } = await signedIn("superadmin");
  const finding = async () => (await health(bearer)).body.checks.conversions;
  vi.stubEnv("PATH", "/nonexistent");
  expect(await finding()).toBe(
    "GDAL isn't installed. Files up to 200 MB are converted by the built-in one, more slowly. Install the package gdal-bin.",
  );
  expect(await health()).toEqual({ status: 200, body: { status: "ok", checks: ok } });
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-gdal-"));
  await writeFile(path.join(folder, "ogrinfo"), "#!/bin/sh\necho GDAL 3.9.0, released 2024/05/10\n", { mode: 0o755 });
  vi.stubEnv("PATH", folder);
  expect(await finding()).toBe("ok");
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test("GET /api/health returns 503 when a migration is not applied", async () => {
  await pool().query("CREATE TABLE kept AS TABLE _prisma_migrations");
  await pool().query("DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM kept)");
  expect(await health()).toEqual({ status: 503, body: { status: "unavailable", checks: { ...ok, migrations: "1 not applied" } } });
  await pool().query("INSERT INTO _prisma_migrations SELECT * FROM kept ON CONFLICT DO NOTHING");
  expect((await health()).status).toBe(200);
});

test("GET /api/health returns 503 when the object store is missing", async () => {
  await blobStore().check();
  const operator = await signedIn("superadmin");
  const restore = await breakStore();
  expect(await health()).toMatchObject({ status: 503, body: { checks: { ...ok, objectStore: "not reachable" } } });
  expect(canServe(await readHealth(false))).toBe(false);
  const detail = env().s3 ? `bucket "${env().s3?.bucket}" does not exist. Create it: aws s3 mb s3://` : "not reachable";
  expect(await health(operator.bearer)).toMatchObject({ status: 503, body: { checks: { objectStore: expect.stringContaining(detail) } } });
  expect((await health((await signedIn("admin")).bearer)).body.checks.objectStore).toBe("not reachable");
  await restore();
});

test("GET /api/health returns 503 while the database is unavailable and 200 afterwards", async () => {
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const server = new pg.Client({ connectionString: inject("serverUrl") });
  await server.connect();
  try {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    // Waits until they have ended, so that none ends during the last request.
    await server.query("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = $1", [name]);
    expect(await health()).toMatchObject({
      status: 503,
      body: { checks: { ...ok, database: "not reachable", migrations: "not reachable" } },
    });
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    expect((await health()).status).toBe(200);
  } finally {
    await server.end();
  }
});
