import type { Queryable } from "../db";
import type { Prisma } from "../generated/prisma/client";
import { type Listening, listen, notify, notifyBy } from "./notifications";

/** Tells every worker, when the transaction commits, that there is something to do. It may get lost: workers also look by themselves. */
export async function wakeWorkers(tx: Pick<Prisma.TransactionClient, "$executeRaw">): Promise<void> {
  await notifyBy(tx, "sea_vision_work");
}

/** As wakeWorkers, in a transaction of node-postgres. */
export async function wakeWorkersBy(client: Queryable): Promise<void> {
  await notify(client, "sea_vision_work");
}

/** Calls `onWake` for every call of {@link wakeWorkers}, and after every time that none could be heard. */
export function listenForWork(onWake: () => void): Listening {
  return listen("sea_vision_work", { onNotification: onWake, onListening: onWake });
}
