import { afterEach, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { freePort } from "@/server/database/free-port";
import { until } from "../../setup/until";
import { MapsProcess } from "../maps/maps-process";

let maps: MapsProcess | undefined;
afterEach(async () => {
  await maps?.stop();
  maps = undefined;
});

async function fetchHealth(path: string): Promise<{ status: number; connection: string | null; body: unknown }> {
  const answer = await fetch(`http://localhost:${maps?.port}${path}`);
  return { status: answer.status, connection: answer.headers.get("connection"), body: await answer.json() };
}

const ok = { database: "ok", objectStore: "ok", migrations: "ok" };

test("a maps process reports draining after the first stop signal and ends after the second", async () => {
  maps = await MapsProcess.start({ DRAIN_SECONDS: "3600" });
  expect(await fetchHealth("/health/live")).toMatchObject({ status: 200, connection: "keep-alive", body: { status: "ok" } });
  expect(await fetchHealth("/health/ready")).toMatchObject({ status: 200, body: { status: "ok", checks: ok } });
  maps.tellToEnd();
  await until("it is not ready", async () => (await fetchHealth("/health/ready")).status === 503);
  expect(await fetchHealth("/health/ready")).toEqual({ status: 503, connection: "close", body: { status: "draining" } });
  expect(await fetchHealth("/health/live")).toMatchObject({ status: 200, connection: "close" });
  expect(await maps.stop()).toBe(0);
  await expect(fetchHealth("/health/live")).rejects.toThrow("fetch failed");
  maps = undefined;
});

test("a maps process of a newer release waits until its migrations are applied", async () => {
  await pool().query("CREATE TABLE kept AS TABLE _prisma_migrations");
  await pool().query("DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM kept)");
  let hasStarted = false;
  const queryTimes = new Set<string>();
  // The metrics port of a maps process is one above the setting.
  const metricsPort = await freePort();
  const starting = MapsProcess.start({ METRICS_PORT: String(metricsPort - 1) }).then((started) => {
    hasStarted = true;
    return started;
  });
  // The process has queried the migrations and keeps waiting.
  await until("the process has queried twice", async () => {
    const { rows } = await pool().query<{ since: string }>(
      "SELECT query_start::text AS since FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%_prisma_migrations%'",
    );
    for (const { since } of rows) queryTimes.add(since);
    return queryTimes.size >= 2;
  });
  expect(hasStarted).toBe(false);
  // Liveness probes use the metrics port. The main port stays closed, so that a load balancer uses another process.
  const statusOf = async (path: string) => (await fetch(`http://localhost:${metricsPort}${path}`)).status;
  expect([await statusOf("/health/live"), await statusOf("/health/ready")]).toEqual([200, 503]);
  await pool().query("INSERT INTO _prisma_migrations SELECT * FROM kept ON CONFLICT DO NOTHING");
  maps = await starting;
  expect(await fetchHealth("/health/ready")).toMatchObject({ status: 200 });
});
