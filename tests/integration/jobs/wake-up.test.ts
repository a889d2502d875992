import { afterEach, it } from "vitest";
import { passwordResetSweep } from "@/lib/accounts/password-resets/jobs";
import { db } from "@/lib/db/client";
import { importHandlers, importSweep } from "@/lib/imports/jobs";
import type { Sweep } from "@/lib/jobs/job";
import { JobQueue } from "@/lib/jobs/queue";
import { startSweeps } from "@/lib/jobs/sweeps";
import { craftZip } from "../../setup/craft-zip";
import { until } from "../../setup/until";
import { start, uploadZip } from "../imports/publish-zip";
import { newPerson, requestResetEmail } from "../password-resets/reset-calls";
import { isAnswered } from "../password-resets/waiting-requests";

/** Checks that jobs start on notification. The worker of these tests polls only once an hour. */

const HOUR = 3_600_000;
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function startSleeping(sweepOf: (queue: JobQueue) => Sweep): Promise<JobQueue> {
  const queue = await JobQueue.open({ pollSeconds: HOUR / 1000 });
  let runs = 0;
  const sweep = sweepOf(queue);
  const run = (signal: AbortSignal) =>
    sweep.run(signal).finally(() => {
      runs += 1;
    });
  const sweeps = startSweeps([{ ...sweep, everyMs: HOUR, run }]);
  open.push(sweeps, queue);
  // The sweep runs once at the start and once when the listener is active.
  await until("the worker is idle", () => runs >= 2);
  return queue;
}

it("a worker starts a new import without waiting for the next poll", async () => {
  const queue = await startSleeping(importSweep);
  for (const handler of importHandlers(queue)) await queue.work(handler);
  const { importId } = await start(await uploadZip(craftZip([{ name: "index.html", data: Buffer.from("map") }])));
  await until("it is complete", async () => (await db().import.findUniqueOrThrow({ where: { id: importId } })).status === "complete");
});

it("a worker answers a password reset request without waiting for the next poll", async () => {
  await startSleeping(() => passwordResetSweep);
  const { email } = await newPerson();
  await requestResetEmail({ email });
  await until("the request is answered", () => isAnswered(email));
});
