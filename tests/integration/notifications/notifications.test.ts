import { afterEach, expect, it } from "vitest";
import { db, pool } from "@/lib/db";
import { type Channel, type Listening, listen, notify, notifyBy } from "@/lib/jobs/notifications";
import { until } from "../../setup/until";

const open: Listening[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function hear(channel: Channel): { heard: string[]; begun: number } {
  const ear = { heard: [] as string[], begun: 0 };
  const onListening = () => {
    ear.begun += 1;
  };
  open.push(listen(channel, { onNotification: (payload) => ear.heard.push(payload), onListening }));
  return ear;
}

/** Connections on which somebody listens. */
async function findLines(): Promise<number[]> {
  const { rows } = await pool().query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'sea-vision notifications'",
  );
  return rows.map(({ pid }) => pid);
}

it("every listener hears what is said on its channel, over one connection", async () => {
  const [work, rights, later] = [hear("sea_vision_work"), hear("sea_vision_rights"), hear("sea_vision_work")];
  await until("all listen", () => [work, rights, later].every(({ begun }) => begun > 0));
  expect(await findLines()).toHaveLength(1);
  await notify(pool(), "sea_vision_rights", "account:1");
  await notifyBy(db(), "sea_vision_work", "one");
  await until("it is heard", () => work.heard.length > 0 && later.heard.length > 0 && rights.heard.length > 0);
  expect([work.heard, later.heard, rights.heard]).toEqual([["one"], ["one"], ["account:1"]]);
});

it("who begins while others listen already hears as well", async () => {
  const first = hear("sea_vision_work");
  await until("it listens", () => first.begun > 0);
  const second = hear("sea_vision_uploads");
  await until("it listens", () => second.begun > 0);
  expect(first.begun).toBe(1);
  await notify(pool(), "sea_vision_uploads", "an upload");
  await until("it is heard", () => second.heard.length > 0);
});

it("nothing is said by a transaction that is undone", async () => {
  const ear = hear("sea_vision_work");
  await until("it listens", () => ear.begun > 0);
  const undone = db().$transaction(async (tx) => {
    await notifyBy(tx, "sea_vision_work", "undone");
    throw new Error("Undone.");
  });
  await expect(undone).rejects.toThrow("Undone.");
  await notify(pool(), "sea_vision_work", "done");
  await until("something is heard", () => ear.heard.length > 0);
  expect(ear.heard).toEqual(["done"]);
});

it("a connection that is lost comes back, and says that something may have been missed", async () => {
  const ear = hear("sea_vision_rights");
  await until("it listens", () => ear.begun === 1);
  for (const pid of await findLines()) await pool().query("SELECT pg_terminate_backend($1)", [pid]);
  await until("it listens again", () => ear.begun === 2);
  await notify(pool(), "sea_vision_rights", "again");
  await until("it is heard", () => ear.heard.length > 0);
});

it("who has stopped hears nothing more, and the last one takes the connection along", async () => {
  const [stays, goes] = [hear("sea_vision_work"), hear("sea_vision_work")];
  await until("both listen", () => stays.begun > 0 && goes.begun > 0);
  await open.pop()?.close();
  await notify(pool(), "sea_vision_work", "after");
  await until("one hears it", () => stays.heard.length > 0);
  expect(goes.heard).toEqual([]);
  await open.pop()?.close();
  await until("nobody listens", async () => (await findLines()).length === 0);
});
