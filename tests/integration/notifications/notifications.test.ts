import { afterEach, expect, it } from "vitest";
import { db, pool } from "@/lib/db/client";
import { type Channel, type Listening, listen, notify } from "@/lib/jobs/notifications";
import { until } from "../../setup/until";

const open: Listening[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function startListener(channel: Channel): { payloads: string[]; starts: number } {
  const listener = { payloads: [] as string[], starts: 0 };
  const onListening = () => {
    listener.starts += 1;
  };
  open.push(listen(channel, { onNotification: (payload) => listener.payloads.push(payload), onListening }));
  return listener;
}

async function findConnections(): Promise<number[]> {
  const { rows } = await pool().query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'sea-vision notifications'",
  );
  return rows.map(({ pid }) => pid);
}

it("every listener receives the notifications of its channel over one shared connection", async () => {
  const [work, rights, later] = [startListener("sea_vision_work"), startListener("sea_vision_rights"), startListener("sea_vision_work")];
  await until("all listen", () => [work, rights, later].every(({ starts }) => starts > 0));
  expect(await findConnections()).toHaveLength(1);
  await notify(db(), "sea_vision_rights", "account:1");
  await notify(db(), "sea_vision_work", "one");
  await until("all have received it", () => work.payloads.length > 0 && later.payloads.length > 0 && rights.payloads.length > 0);
  expect([work.payloads, later.payloads, rights.payloads]).toEqual([["one"], ["one"], ["account:1"]]);
});

it("a listener that starts later receives notifications as well", async () => {
  const first = startListener("sea_vision_work");
  await until("it listens", () => first.starts > 0);
  const second = startListener("sea_vision_uploads");
  await until("it listens", () => second.starts > 0);
  expect(first.starts).toBe(1);
  await notify(db(), "sea_vision_uploads", "an upload");
  await until("it is received", () => second.payloads.length > 0);
});

it("a notification of a rolled back transaction is not sent", async () => {
  const listener = startListener("sea_vision_work");
  await until("it listens", () => listener.starts > 0);
  const rolledBack = db().$transaction(async (tx) => {
    await notify(tx, "sea_vision_work", "rolled back");
    throw new Error("Rolled back.");
  });
  await expect(rolledBack).rejects.toThrow("Rolled back.");
  await notify(db(), "sea_vision_work", "done");
  await until("a notification is received", () => listener.payloads.length > 0);
  expect(listener.payloads).toEqual(["done"]);
});

it("a lost connection is restored and onListening is called again", async () => {
  const listener = startListener("sea_vision_rights");
  await until("it listens", () => listener.starts === 1);
  for (const pid of await findConnections()) await pool().query("SELECT pg_terminate_backend($1)", [pid]);
  await until("it listens again", () => listener.starts === 2);
  await notify(db(), "sea_vision_rights", "again");
  await until("it is received", () => listener.payloads.length > 0);
});

it("a closed listener receives nothing, and the last one closes the connection", async () => {
  const [stays, goes] = [startListener("sea_vision_work"), startListener("sea_vision_work")];
  await until("both listen", () => stays.starts > 0 && goes.starts > 0);
  await open.pop()?.close();
  await notify(db(), "sea_vision_work", "after");
  await until("the open listener receives it", () => stays.payloads.length > 0);
  expect(goes.payloads).toEqual([]);
  await open.pop()?.close();
  await until("the connection is closed", async () => (await findConnections()).length === 0);
});
