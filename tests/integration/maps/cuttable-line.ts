import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy to the database that a test can cut like a broken network. */
export class CuttableLine {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  constructor(private readonly target: { host: string; port: number }) {}

  async open(): Promise<number> {
    this.server = createServer((incoming) => {
      const outgoing = connect(this.target);
      for (const socket of [incoming, outgoing]) {
        this.sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.on("close", () => this.sockets.delete(socket));
      }
      incoming.pipe(outgoing).pipe(incoming);
      incoming.on("close", () => outgoing.destroy());
      outgoing.on("close", () => incoming.destroy());
    });
    this.server.listen(this.port, "127.0.0.1");
    await once(this.server, "listening");
    this.port = (this.server.address() as AddressInfo).port;
    return this.port;
  }

  async cut(): Promise<void> {
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    if (this.server) await once(this.server, "close");
  }
}

/** Puts a proxy between this process and its database. Call it before the first query. */
export async function cuttableDatabase(): Promise<CuttableLine> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const line = new CuttableLine({ host: url.hostname, port: Number(url.port) });
  url.port = String(await line.open());
  process.env.DATABASE_URL = url.href;
  return line;
}
