import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { logger } from "../../lib/logging/logger";

/** Requests that have not ended by then are cut off: an upload is resumed, anything else was stuck. */
const CLOSE_LIMIT_MS = 3_000;
/** Handlers whose connection is gone have this long to notice. */
const NOTICE_MS = 2_000;
/** A connection on which nothing moves for so long is dead. */
const IDLE_MS = 300_000;

export interface HttpServerOptions {
  /**
   * True where Next's development server takes upgrades, for its reload on change. Whoever listens for them gets all of them
   * instead of requests, and plain clients offer one too (HTTP/2 over clear text); with no listener Node answers those as the
   * requests that they also are.
   */
  takesUpgrades?: boolean;
  /** Milliseconds after which close cuts off what is still under way. */
  closeLimitMs?: number;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** An HTTP server that ends well: it knows what is still under way. */
export class HttpServer {
  readonly node: Server;
  private readonly underWay = new Set<Promise<void>>();
  private readonly answers = new Set<ServerResponse>();
  private readonly upgraded = new Set<Socket>();
  /** Connections that have asked for nothing yet. */
  private readonly unused = new Set<Socket>();
  private readonly closeLimitMs: number;
  private isDraining = false;
  private isClosing = false;

  constructor({ takesUpgrades = false, closeLimitMs = CLOSE_LIMIT_MS }: HttpServerOptions = {}) {
    this.closeLimitMs = closeLimitMs;
    this.node = createServer({
      // An upload of 100 GB takes as long as it takes; headers do not, and IDLE_MS ends what hangs.
      requestTimeout: 0,
      headersTimeout: 60_000,
      // Longer than the 60 s after which proxies usually drop an idle connection, so that none sends into a closing one.
      keepAliveTimeout: 65_000,
    });
    this.node.setTimeout(IDLE_MS);
    this.node.on("connection", (socket: Socket) => {
      this.unused.add(socket);
      socket.once("close", () => this.unused.delete(socket));
    });
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
      this.unused.delete(request.socket);
      if (this.isDraining) response.setHeader("Connection", "close");
      this.answers.add(response);
      response.once("close", () => {
        this.answers.delete(response);
        if (this.isClosing) this.node.closeIdleConnections();
      });
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

  /** Goes on taking requests, each of which is the last one on its connection: whoever comes again may find another instance. */
  drain(): void {
    this.isDraining = true;
    for (const answer of this.answers) if (!answer.headersSent) answer.setHeader("Connection", "close");
  }

  /** Takes no more connections, lets requests end for a while, cuts off the rest and waits until their handlers are done. */
  async close(): Promise<void> {
    this.drain();
    this.isClosing = true;
    const closed = new Promise((resolve) => this.node.close(resolve));
    for (const socket of this.upgraded) socket.destroy();
    await this.dropUnused();
    const limit = setTimeout(() => this.node.closeAllConnections(), this.closeLimitMs);
    await closed;
    clearTimeout(limit);
    await this.waitForHandlers();
  }

  /** Browsers open connections ahead, for requests that may never come. Node counts those as busy, and would wait for them until the limit. */
  private async dropUnused(): Promise<void> {
    // What has come in by now is read first.
    await setImmediate();
    for (const socket of this.unused) if (socket.bytesRead === 0) socket.destroy();
  }

  /** What a handler does after its answer must not keep the process for ever. */
  private async waitForHandlers(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(true), NOTICE_MS);
    });
    const isLate = await Promise.race([Promise.allSettled(this.underWay).then(() => false), late]);
    clearTimeout(timer);
    if (isLate) logger.warn({ requests: this.underWay.size }, "requests did not end");
  }
}
