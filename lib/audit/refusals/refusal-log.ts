import { db } from "../../db/client";
import { clientNetwork } from "../../http/client";
import { logger } from "../../logging/logger";
import type { Refusal } from "../../logging/request";
import { type AuditActor, type AuditEntry, recordAudits } from "../mutations";

const WINDOW_MS = 10 * 60 * 1_000;

/** Windows of accounts, and of networks, at a time. It bounds the events that attackers with many addresses can cause. */
const MOST_WINDOWS = 1_000;

export interface RefusedRequest extends Refusal {
  /** Null without a session. */
  actor: AuditActor | null;
  address: string;
  method: string;
  /** Pattern of the path. The path itself may contain secrets. */
  route: string;
  requestId: string;
}

interface Window {
  readonly refused: RefusedRequest;
  readonly timer: NodeJS.Timeout;
  /** Refusals since the last event. */
  repeats: number;
}

interface Waiting {
  window: Window;
  /** 0 for the first event of a window. */
  repeats: number;
}

export interface RefusalLogOptions {
  write?: (entries: readonly AuditEntry[]) => Promise<void>;
  windowMs?: number;
  mostWindows?: number;
}

function toEntry({ window: { refused }, repeats }: Waiting): AuditEntry {
  const { kind, reason, actor, address, method, route, requestId } = refused;
  return {
    action: kind === "forbidden" ? "access.refused" : "access.limited",
    actor,
    address,
    target: { type: "route", name: `${method} ${route}` },
    details: { reason, ...(repeats > 0 ? { repeats } : { requestId }) },
  };
}

/**
 * Writes one event for the first refusal of an account, or of a network without a session, for each kind and route. Counts those that
 * follow within ten minutes, and then writes their number. Each process counts for itself (decision record 0014).
 */
export class RefusalLog {
  /** Separate, so that attackers without a session can't use up the windows of accounts. */
  private readonly windows = { account: new Map<string, Window>(), network: new Map<string, Window>() };
  private waiting: Waiting[] = [];
  private writing: Promise<void> | null = null;
  private readonly options: Required<RefusalLogOptions>;

  constructor(options: RefusalLogOptions = {}) {
    const write = (entries: readonly AuditEntry[]) => recordAudits(db(), entries);
    this.options = { write, windowMs: WINDOW_MS, mostWindows: MOST_WINDOWS, ...options };
  }

  /** Returns at once; the event is written later. */
  note(refused: RefusedRequest): void {
    const { actor, address, kind, method, route } = refused;
    const windows = this.windows[actor ? "account" : "network"];
    const key = JSON.stringify([actor?.accountId ?? clientNetwork(address), kind, method, route]);
    const window = windows.get(key);
    if (window) window.repeats += 1;
    else if (windows.size < this.options.mostWindows) this.open(windows, key, refused, 0);
  }

  /** Writes the numbers of all windows. */
  async close(): Promise<void> {
    for (const windows of Object.values(this.windows)) {
      for (const window of windows.values()) {
        clearTimeout(window.timer);
        if (window.repeats > 0) this.enqueue(window, window.repeats);
      }
      windows.clear();
    }
    await this.writing;
  }

  private open(windows: Map<string, Window>, key: string, refused: RefusedRequest, repeats: number): void {
    const timer = setTimeout(() => this.end(windows, key), this.options.windowMs).unref();
    const window: Window = { refused, timer, repeats: 0 };
    windows.set(key, window);
    this.enqueue(window, repeats);
  }

  private end(windows: Map<string, Window>, key: string): void {
    const window = windows.get(key);
    windows.delete(key);
    if (window && window.repeats > 0) this.open(windows, key, window.refused, window.repeats);
  }

  private enqueue(window: Window, repeats: number): void {
    this.waiting.push({ window, repeats });
    this.writing ??= this.writeWaiting();
  }

  /** Writes waiting events, one statement at a time. Events that fail are counted in the window's next event. */
  private async writeWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        await this.options.write(batch.map(toEntry));
      } catch (error) {
        logger.warn({ err: error, refusals: batch.length }, "refused requests not recorded");
        for (const { window, repeats } of batch) window.repeats += Math.max(1, repeats);
      }
    }
    this.writing = null;
  }
}
