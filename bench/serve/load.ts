import { connect, type Socket } from "node:net";

/** The result of a load run. */
export interface LoadResult {
  requestsPerSecond: number;
  megabytesPerSecond: number;
  /** Milliseconds from a request to the last byte of its answer. */
  p50: number;
  p95: number;
  p99: number;
}

export interface Load {
  port: number;
  /** Header lines of every request, each with CRLF at its end. */
  headers: string;
  /** Returns the path of the next request. */
  nextPath(): string;
  connections: number;
  /** Seconds, or a function that returns true while more requests are to be sent. */
  until: number | (() => boolean);
  expectedStatus: number;
}

const HEADER_END = Buffer.from("\r\n\r\n");

/** One connection that sends the next request as soon as it has an answer. */
class Visitor {
  private readonly socket: Socket;
  private left = 0;
  private head: Buffer = Buffer.alloc(0);
  private sentAt = 0;
  private finish: (() => void) | undefined;
  bytes = 0;
  readonly times: number[] = [];

  constructor(
    private readonly load: Load,
    private readonly goesOn: () => boolean,
  ) {
    this.socket = connect({ port: load.port, host: "127.0.0.1", noDelay: true });
  }

  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.finish = resolve;
      this.socket.on("connect", () => this.ask());
      this.socket.on("data", (chunk) => {
        try {
          this.take(chunk);
        } catch (error) {
          this.socket.destroy();
          reject(error);
        }
      });
      this.socket.on("error", reject);
    });
  }

  private ask(): void {
    if (!this.goesOn()) {
      this.socket.destroy();
      this.finish?.();
      return;
    }
    this.sentAt = performance.now();
    this.socket.write(`GET ${this.load.nextPath()} HTTP/1.1\r\nHost: localhost\r\n${this.load.headers}\r\n`);
  }

  private take(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.left === 0) {
      this.head = this.head.length === 0 ? chunk : Buffer.concat([this.head, chunk]);
      const end = this.head.indexOf(HEADER_END);
      if (end < 0) return;
      const text = this.head.toString("latin1", 0, end);
      if (!text.startsWith(`HTTP/1.1 ${this.load.expectedStatus} `)) throw new Error(`Unexpected answer:\n${text}`);
      const length = Number(/content-length: *(\d+)/i.exec(text)?.[1] ?? 0);
      this.left = length - (this.head.length - end - HEADER_END.length);
      this.head = Buffer.alloc(0);
    } else {
      this.left -= chunk.length;
    }
    if (this.left > 0) return;
    this.times.push(performance.now() - this.sentAt);
    this.ask();
  }
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Sends requests over many persistent connections for some time. @throws Error on any unexpected answer */
export async function run(load: Load): Promise<LoadResult> {
  const start = performance.now();
  const { until } = load;
  const goesOn = typeof until === "number" ? () => performance.now() < start + until * 1000 : until;
  const visitors = Array.from({ length: load.connections }, () => new Visitor(load, goesOn));
  await Promise.all(visitors.map((visitor) => visitor.run()));
  const seconds = (performance.now() - start) / 1000;
  const times = visitors.flatMap((visitor) => visitor.times).sort((a, b) => a - b);
  const bytes = visitors.reduce((sum, visitor) => sum + visitor.bytes, 0);
  return {
    requestsPerSecond: times.length / seconds,
    megabytesPerSecond: bytes / seconds / 1e6,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  };
}
