import type { Database } from "../db/query";
import { type Listening, listen, notify } from "./notifications";

/** Wakes the workers, when the transaction commits. It may get lost: workers also poll. */
export async function wakeWorkers(client: Database): Promise<void> {
  await notify(client, "sea_vision_work");
}

/** Calls `onWake` for every {@link wakeWorkers}, and after every reconnection. */
export function listenForWork(onWake: () => void): Listening {
  return listen("sea_vision_work", { onNotification: onWake, onListening: onWake });
}
