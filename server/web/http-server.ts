import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that have not ended by then are cut off: an upload is resumed, anything else was stuck. */
const DRAIN_MS = 3_000;
/** A connection on which nothing moves for so long is dead. */
const IDLE_MS = 300_000;

export interface HttpServerOptions {
  /**
   * True where Next's development server takes upgrades, for its reload on change. Whoever listens for them gets all of them
   * instead of requests, and plain clients offer one too (HTTP/2 over clear text); with no listener Node answers those as the
   * requests that they also are.
   */
  takesUpgrades?: boolean;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** An HTTP server that ends well: it knows what is still under way. */
export class HttpServer {
  readonly node: Server;
  private readonly underWay = new Set<Promise<void>>();
  private readonly upgraded = new Set<Socket>();
  private isClosing = false;

  constructor({ takesUpgrades = false }: HttpServerOptions = {}) {
    this.node = createServer({
      // An upload of 100 GB takes as long as it takes; headers do not, and IDLE_MS ends what hangs.
      requestTimeout: 0,
      headersTimeout: 60_000,
      // Longer than the 60 s after which proxies usually drop an idle connection, so that none sends into a closing one.
      keepAliveTimeout: 65_000,
    });
    this.node.setTimeout(IDLE_MS);
    if (takesUpgrades) this.node.on("upgrade", (request) => this.keepUpgraded(request));
  }

  /** Node no longer counts an upgraded connection as its own. Next's may be silent for hours; nobody may ever answer another. */
  private keepUpgraded({ socket, url }: IncomingMessage): void {
    if (url?.startsWith("/_next/")) socket.setTimeout(0);
    this.upgraded.add(socket);
    socket.once("close", () => this.upgraded.delete(socket));
  }

  /** Takes requests on a port; resolves when it does. @throws Error naming the port when it is taken. */
  async listen(port: number, handler: RequestHandler): Promise<void> {
    this.node.on("request", (request, response) => {
      if (this.isClosing) response.setHeader("Connection", "close");
      response.once("close", () => this.isClosing && this.node.closeIdleConnections());
      const handled = handler(request, response);
      this.underWay.add(handled);
      void handled.finally(() => this.underWay.delete(handled));
    });
    await new Promise<void>((resolve, reject) => {
      this.node.once("error", reject);
      this.node.listen(port, () => {
        this.node.off("error", reject);
        resolve();
      });
    });
  }

  /** Takes no more connections, lets requests end for a while, cuts off the rest and waits until their handlers are done. */
  async close(): Promise<void> {
    this.isClosing = true;
    const closed = new Promise((resolve) => this.node.close(resolve));
    for (const socket of this.upgraded) socket.destroy();
    const limit = setTimeout(() => this.node.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(limit);
    await Promise.allSettled(this.underWay);
  }
}
