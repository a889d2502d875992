import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Fault {
  /** Closes the connection after this many bytes from the server. */
  cutAfter?: number;
  /** Stops forwarding after this many bytes from the server. The connection stays open. */
  stallAfter?: number;
  /** Discards the response to a matching request and closes the connection. */
  swallow?: RegExp;
}

interface Passing {
  client: Socket;
  fault: Fault;
  passed: number;
  isSwallowing: boolean;
}

function passOn(
  { client, fault: { cutAfter = Number.POSITIVE_INFINITY, stallAfter = Number.POSITIVE_INFINITY }, passed }: Passing,
  chunk: Buffer,
): void {
  const limit = Math.min(cutAfter, stallAfter);
  const allowed = chunk.subarray(0, Math.max(0, limit - passed));
  if (allowed.length > 0) client.write(allowed);
  if (passed <= cutAfter && passed + chunk.length > cutAfter) client.destroySoon();
}

/** A TCP proxy between a client and a server that can inject faults. */
export class TcpProxy {
  /** Faults of the next connections, in order. */
  readonly faults: Fault[] = [];
  /** Fault of every later connection. */
  always: Fault = {};
  accepted = 0;
  private readonly open = new Set<Socket>();
  private readonly server = createServer((client) => this.accept(client));

  constructor(private readonly target: URL) {}

  async listen(): Promise<string> {
    this.server.listen(0, "127.0.0.1");
    await once(this.server, "listening");
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get connections(): number {
    return this.open.size;
  }

  /** Resets every connection, like a server after an idle timeout. */
  cutAll(): void {
    for (const socket of this.open) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.server.close();
    this.cutAll();
    await once(this.server, "close");
  }

  private accept(client: Socket): void {
    this.accepted += 1;
    const passing: Passing = { client, fault: this.faults.shift() ?? this.always, passed: 0, isSwallowing: false };
    const upstream = connect(Number(this.target.port), this.target.hostname);
    this.open.add(client);
    client.on("data", (chunk: Buffer) => {
      if (passing.fault.swallow?.test(chunk.toString("latin1"))) passing.isSwallowing = true;
      if (!upstream.write(chunk)) client.pause();
    });
    upstream.on("drain", () => client.resume());
    upstream.on("data", (chunk: Buffer) => {
      if (passing.isSwallowing) client.resetAndDestroy();
      else passOn(passing, chunk);
      passing.passed += chunk.length;
      if (client.writableNeedDrain) upstream.pause();
    });
    client.on("drain", () => upstream.resume());
    client.on("error", () => undefined);
    upstream.on("error", () => undefined);
    upstream.on("close", () => client.destroySoon());
    client.on("close", () => {
      this.open.delete(client);
      upstream.destroy();
    });
  }
}
