import pg from "pg";
import type { Queryable } from "../db";
import { env } from "../env";
import type { Prisma } from "../generated/prisma/client";
import { logger } from "../logger";

/** Workers listen here; everybody who leaves them something to do says so. */
const CHANNEL = "sea_vision_work";

const RECONNECT_MS = 1_000;

/** Tells every worker, when the transaction commits, that there is something to do. It may get lost: workers also look by themselves. */
export async function wakeWorkers(tx: Pick<Prisma.TransactionClient, "$executeRaw">): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${CHANNEL}, '')`;
}

/** As wakeWorkers, in a transaction of node-postgres. */
export async function wakeWorkersBy(client: Queryable): Promise<void> {
  await client.query({ text: "SELECT pg_notify($1, '')", values: [CHANNEL] });
}

export interface Listening {
  close(): Promise<void>;
}

/** Calls `onWake` for every call of {@link wakeWorkers}, and after every time that none could be heard. Never gives up. */
export function listenForWork(onWake: () => void): Listening {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const lose = (lost: pg.Client, error?: Error) => {
    if (client !== lost || isClosed) return;
    client = undefined;
    if (error) logger.warn({ err: error }, "not listening for work");
    lost.end().catch(() => undefined);
    timer = setTimeout(connect, RECONNECT_MS);
  };

  const connect = () => {
    const next = new pg.Client({ connectionString: env().databaseUrl, keepAlive: true, connectionTimeoutMillis: 5_000 });
    client = next;
    next.on("error", (error) => lose(next, error));
    next.on("end", () => lose(next));
    next.on("notification", onWake);
    next
      .connect()
      .then(() => next.query(`LISTEN ${CHANNEL}`))
      .then(onWake, (error: Error) => lose(next, error));
  };

  connect();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
