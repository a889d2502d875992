import { afterEach, expect, test } from "vitest";
import { pool } from "@/lib/db";
import { freePort } from "@/server/database/free-port";
import { until } from "../../setup/until";
import { MapsProcess } from "../maps/maps-process";

let maps: MapsProcess | undefined;
afterEach(async () => {
  await maps?.stop();
  maps = undefined;
});

async function ask(path: string): Promise<{ status: number; connection: string | null; body: unknown }> {
  const answer = await fetch(`http://localhost:${maps?.port}${path}`);
  return { status: answer.status, connection: answer.headers.get("connection"), body: await answer.json() };
}

const ok = { database: "ok", objectStore: "ok", migrations: "ok" };

test("a process that is told to end says so at first, while it still answers, and ends when it is told again", async () => {
  maps = await MapsProcess.start({ DRAIN_SECONDS: "3600" });
  expect(await ask("/health/live")).toMatchObject({ status: 200, connection: "keep-alive", body: { status: "ok" } });
  expect(await ask("/health/ready")).toMatchObject({ status: 200, body: { status: "ok", checks: ok } });
  maps.tellToEnd();
  await until("it is not ready", async () => (await ask("/health/ready")).status === 503);
  expect(await ask("/health/ready")).toEqual({ status: 503, connection: "close", body: { status: "draining" } });
  expect(await ask("/health/live")).toMatchObject({ status: 200, connection: "close" });
  expect(await maps.stop()).toBe(0);
  await expect(ask("/health/live")).rejects.toThrow("fetch failed");
  maps = undefined;
});

test("a process of a newer release waits until its migrations are applied", async () => {
  await pool().query("CREATE TABLE kept AS TABLE _prisma_migrations");
  await pool().query("DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM kept)");
  let hasStarted = false;
  const looks = new Set<string>();
  // A maps process has the port after that of web.
  const metricsPort = await freePort();
  const starting = MapsProcess.start({ METRICS_PORT: String(metricsPort - 1) }).then((started) => {
    hasStarted = true;
    return started;
  });
  // It has asked, and got the answer that keeps it waiting.
  await until("it has looked twice", async () => {
    const { rows } = await pool().query<{ since: string }>(
      "SELECT query_start::text AS since FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%_prisma_migrations%'",
    );
    for (const { since } of rows) looks.add(since);
    return looks.size >= 2;
  });
  expect(hasStarted).toBe(false);
  // Whoever would kill it for being silent asks there: on the port of requests, a balancer is to be refused and to go to the next one.
  const statusOf = async (path: string) => (await fetch(`http://localhost:${metricsPort}${path}`)).status;
  expect([await statusOf("/health/live"), await statusOf("/health/ready")]).toEqual([200, 503]);
  await pool().query("INSERT INTO _prisma_migrations SELECT * FROM kept ON CONFLICT DO NOTHING");
  maps = await starting;
  expect(await ask("/health/ready")).toMatchObject({ status: 200 });
});
