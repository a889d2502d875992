import type { Queryable } from "../db";
import type { Prisma } from "../generated/prisma/client";
import { type Listening, listen, notify, notifyBy } from "./notifications";

/** Wakes the workers when the transaction commits. It may get lost: workers also poll. */
export async function wakeWorkers(tx: Pick<Prisma.TransactionClient, "$executeRaw">): Promise<void> {
  await notifyBy(tx, "sea_vision_work");
}

/** As wakeWorkers, in a transaction of node-postgres. */
export async function wakeWorkersBy(client: Queryable): Promise<void> {
  await notify(client, "sea_vision_work");
}

/** Calls `onWake` for every {@link wakeWorkers}, and after every reconnection. */
export function listenForWork(onWake: () => void): Listening {
  return listen("sea_vision_work", { onNotification: onWake, onListening: onWake });
}
