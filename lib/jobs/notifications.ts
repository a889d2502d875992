import pg from "pg";
import type { Database } from "../db/query";
import { env } from "../env";
import { logger } from "../logging/logger";

/** Channels of PostgreSQL notifications. They may get lost, so they may only make something happen sooner. */
export type Channel = "sea_vision_work" | "sea_vision_rights" | "sea_vision_trees" | "sea_vision_uploads" | "sea_vision_branding";

export interface Listener {
  /** @param payload at most 8,000 bytes */
  onNotification(payload: string): void;
  /** Called when listening starts, again after a lost connection: notifications may have been missed. */
  onListening?(): void;
}

export interface Listening {
  close(): Promise<void>;
}

const RECONNECT_MS = 1_000;
const CONNECT_MS = 5_000;
/** A connection that breaks silently is noticed within this time. */
const PROBE_MS = 15_000;

/** The one connection on which this process listens. It always reconnects. */
class NotificationLine {
  private readonly listeners = new Map<Channel, Set<Listener>>();
  private client: pg.Client | undefined;
  private isConnected = false;
  /** Ends with the last statement. A connection runs one at a time. */
  private statements: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  add(channel: Channel, listener: Listener): void {
    const known = this.listeners.get(channel);
    if (known) known.add(listener);
    else this.listeners.set(channel, new Set([listener]));
    if (!this.client && !this.timer) this.connect();
    else if (this.client && this.isConnected) this.listen(this.client, channel, [listener]);
  }

  async remove(channel: Channel, listener: Listener): Promise<void> {
    this.listeners.get(channel)?.delete(listener);
    if (Array.from(this.listeners.values()).some(({ size }) => size > 0)) return;
    this.listeners.clear();
    clearTimeout(this.timer);
    this.timer = undefined;
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
  }

  private connect(): void {
    const client = new pg.Client({
      connectionString: env().databaseUrl,
      application_name: "sea-vision notifications",
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    this.timer = undefined;
    this.client = client;
    this.isConnected = false;
    client.on("error", (error) => this.lose(client, error));
    client.on("end", () => this.lose(client));
    client.on("notification", ({ channel, payload = "" }) => {
      for (const listener of this.listeners.get(channel as Channel) ?? []) listener.onNotification(payload);
    });
    client.connect().then(
      () => {
        if (this.client !== client) return;
        this.isConnected = true;
        for (const [channel, listeners] of this.listeners) this.listen(client, channel, listeners);
        this.probeLater(client);
      },
      (error: Error) => this.lose(client, error),
    );
  }

  private listen(client: pg.Client, channel: Channel, listeners: Iterable<Listener>): void {
    this.run(client, `LISTEN ${channel}`).then(
      () => {
        if (this.client === client) for (const listener of listeners) listener.onListening?.();
      },
      (error: Error) => this.lose(client, error),
    );
  }

  private run(client: pg.Client, statement: string): Promise<unknown> {
    const result = this.statements.then(() => client.query(statement));
    this.statements = result.catch(() => undefined);
    return result;
  }

  private probeLater(client: pg.Client): void {
    this.timer = setTimeout(() => {
      this.run(client, "SELECT 1").then(
        () => this.client === client && this.probeLater(client),
        (error: Error) => this.lose(client, error),
      );
    }, PROBE_MS).unref();
  }

  private lose(lost: pg.Client, error?: Error): void {
    if (this.client !== lost) return;
    this.client = undefined;
    clearTimeout(this.timer);
    if (error) logger.warn({ err: error }, "not listening for notifications");
    lost.end().catch(() => undefined);
    this.timer = setTimeout(() => this.connect(), RECONNECT_MS);
  }
}

// Next loads route modules more than once in one process; they must share one connection.
const shared = globalThis as typeof globalThis & { seaVisionNotifications?: NotificationLine };

/** Listens to a channel until closed. All listeners of a process share one connection. */
export function listen(channel: Channel, listener: Listener): Listening {
  shared.seaVisionNotifications ??= new NotificationLine();
  const line = shared.seaVisionNotifications;
  // A new object, so that a listener can be added twice.
  const own: Listener = { onNotification: (payload) => listener.onNotification(payload), onListening: () => listener.onListening?.() };
  line.add(channel, own);
  return { close: () => line.remove(channel, own) };
}

/** Notifies every listening process, when the transaction commits. */
export async function notify(client: Database, channel: Channel, payload = ""): Promise<void> {
  await client.$executeRaw`SELECT pg_notify(${channel}, ${payload})`;
}

/** Wakes the workers, when the transaction commits. It may get lost: workers also poll. */
export async function wakeWorkers(client: Database): Promise<void> {
  await notify(client, "sea_vision_work");
}

/** Calls `onWake` for every {@link wakeWorkers}, and after every reconnection. */
export function listenForWork(onWake: () => void): Listening {
  return listen("sea_vision_work", { onNotification: onWake, onListening: onWake });
}
