import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { logger } from "../../lib/logging/logger";
import { closingAnswer, headersOfEveryAnswer } from "../http/body-limits";
import { toHtml } from "../http/message-page";

/** Requests that take longer after close are aborted. Uploads are resumed later; other requests were stuck. */
const CLOSE_LIMIT_MS = 3_000;
/** The first request of a connection that was just opened arrives within this time. A proxy does not repeat a POST that gets no answer. */
const FIRST_REQUEST_MS = 250;
/** The system keeps at most so many connections until they are accepted. Node's default. */
const MOST_WAITING = 511;
const NOTICE_MS = 2_000;
const IDLE_MS = 300_000;
/** Requests that a connection may send before their answers. Browsers and proxies send one at a time. */
const MOST_PIPELINED = 16;
const REFUSED_LIMIT_MS = 2_000;
/** A refused body of 16 MiB, which is read and discarded, takes this long at 500 kbit/s. */
const REST_LIMIT_MS = 300_000;

const statusLines: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};

/** Another site on the same host can set more cookies than Node accepts. Every page fails until they are deleted. */
const cookiesDeleted = {
  status: 431,
  title: "Too many cookies",
  text: "Your browser sent more cookies than this server accepts, so they were deleted. Reload the page and sign in again.",
};

/** Answers a request that Node's parser rejects, with the same statuses as Node. */
function refuseMalformed({ code = "" }: NodeJS.ErrnoException, socket: Socket, origin: string): void {
  const status = statusLines[code] ?? "400 Bad Request";
  const isOverflow = code === "HPE_HEADER_OVERFLOW";
  const headers = { "Clear-Site-Data": '"cookies"', "Content-Type": "text/html; charset=utf-8" };
  socket.end(isOverflow ? closingAnswer(status, origin, headers, toHtml(cookiesDeleted)) : closingAnswer(status, origin));
  // Closing the socket while the client sends resets the connection, and the browser loses the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), REFUSED_LIMIT_MS).unref();
}

export interface HttpServerOptions {
  /** True for Next's development server. An upgrade listener would also receive the HTTP/2 offers of plain clients. */
  takesUpgrades?: boolean;
  closeLimitMs?: number;
  /** Time for the first request of a connection that is open when the server closes. */
  firstRequestMs?: number;
  /** Time for the rest of a body after its answer. */
  restLimitMs?: number;
  /** Public origin. With https, every answer has a Strict-Transport-Security header. */
  origin?: string;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** As RequestHandler. It returns undefined for a request that it has answered at once. */
export type QuickHandler = (...args: Parameters<RequestHandler>) => Promise<void> | undefined;

export class HttpServer {
  readonly node: Server;
  private readonly underWay = new Set<Promise<void>>();
  private readonly answers = new Set<ServerResponse>();
  private readonly upgraded = new Set<Socket>();
  private readonly unused = new Set<Socket>();
  /** Requests of each connection that have no answer yet. */
  private readonly waiting = new WeakMap<Socket, number>();
  private readonly closeLimitMs: number;
  private readonly firstRequestMs: number;
  private readonly restLimitMs: number;
  private readonly origin: string;
  private accepted = 0;
  private isDraining = false;
  private isClosing = false;

  constructor({
    takesUpgrades = false,
    closeLimitMs = CLOSE_LIMIT_MS,
    firstRequestMs = FIRST_REQUEST_MS,
    restLimitMs = REST_LIMIT_MS,
    origin = "",
  }: HttpServerOptions = {}) {
    this.closeLimitMs = closeLimitMs;
    this.firstRequestMs = firstRequestMs;
    this.restLimitMs = restLimitMs;
    this.origin = origin;
    this.node = createServer({
      // An upload of 100 GB may take hours. IDLE_MS ends requests that hang.
      requestTimeout: 0,
      headersTimeout: 60_000,
      // Longer than the usual 60 s of proxies, so that no proxy reuses a connection that is closing.
      keepAliveTimeout: 65_000,
    });
    this.node.setTimeout(IDLE_MS);
    this.node.on("connection", (socket: Socket) => {
      this.accepted += 1;
      this.unused.add(socket);
      socket.once("close", () => this.unused.delete(socket));
    });
    const refused = new WeakSet<Socket>();
    this.node.on("clientError", (error, socket: Socket) => {
      // Each chunk that follows a rejected one raises the error again.
      if (refused.has(socket)) return;
      const isAnswering = [...this.answers].some((answer) => answer.socket === socket);
      if (isAnswering || !socket.writable) return void socket.destroy();
      refused.add(socket);
      refuseMalformed(error, socket, origin);
    });
    if (takesUpgrades) this.node.on("upgrade", (request) => this.keepUpgraded(request));
  }

  /** Tracks an upgraded connection, which Node no longer does. Next's own may be silent for hours, so they have no timeout. */
  private keepUpgraded({ socket, url }: IncomingMessage): void {
    if (url?.startsWith("/_next/")) socket.setTimeout(0);
    this.upgraded.add(socket);
    socket.once("close", () => this.upgraded.delete(socket));
  }

  /** Disconnects a client that slowly continues to send a body after its answer: no other limit applies any more. */
  private limitRest(request: IncomingMessage): void {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), this.restLimitMs);
    request.once("close", () => clearTimeout(timer));
  }

  /** Listens. @param host address to listen on; all of the machine's if omitted */
  async listen(port: number, handler: QuickHandler, host?: string): Promise<void> {
    const headers = Object.entries(headersOfEveryAnswer(this.origin));
    this.node.on("request", (request, response) => {
      const { socket } = request;
      this.unused.delete(socket);
      const waiting = (this.waiting.get(socket) ?? 0) + 1;
      if (waiting > MOST_PIPELINED) return void socket.destroy();
      this.waiting.set(socket, waiting);
      for (const [name, value] of headers) response.setHeader(name, value);
      if (this.isDraining) response.setHeader("Connection", "close");
      this.answers.add(response);
      response.once("close", () => {
        this.limitRest(request);
        this.answers.delete(response);
        this.waiting.set(socket, (this.waiting.get(socket) ?? 1) - 1);
        if (this.isClosing) this.node.closeIdleConnections();
      });
      const handled = handler(request, response);
      if (!handled) return;
      this.underWay.add(handled);
      void handled.finally(() => this.underWay.delete(handled));
    });
    await new Promise<void>((resolve, reject) => {
      this.node.once("error", reject);
      this.node.listen(port, host, () => {
        this.node.off("error", reject);
        resolve();
      });
    });
  }

  /** Closes each connection after its next answer, so that clients reconnect to another instance. Requests are still taken. */
  drain(): void {
    this.isDraining = true;
    for (const answer of this.answers) if (!answer.headersSent) answer.setHeader("Connection", "close");
  }

  /** Stops listening, waits for requests up to the limit, aborts the rest and waits for their handlers. */
  async close(): Promise<void> {
    this.drain();
    this.isClosing = true;
    await this.acceptWaiting();
    const closed = new Promise((resolve) => this.node.close(resolve));
    for (const socket of this.upgraded) socket.destroy();
    await this.closeUnused();
    const limit = setTimeout(() => this.node.closeAllConnections(), this.closeLimitMs);
    await closed;
    clearTimeout(limit);
    await this.waitForHandlers();
  }

  /** Accepts the connections that wait, one in each turn of the event loop. Those that wait when it stops listening are reset. */
  private async acceptWaiting(): Promise<void> {
    // Ends the current turn, which may have accepted its connection before.
    await setImmediate();
    for (let turns = 0, before = -1; turns < MOST_WAITING && this.accepted !== before; turns += 1) {
      before = this.accepted;
      await setImmediate();
    }
  }

  /** Closes connections that browsers opened in advance. Node counts them as busy and would wait for them until the limit. */
  private async closeUnused(): Promise<void> {
    if (this.unused.size > 0) await pause(this.firstRequestMs);
    // After a pause of the whole process, timers run before what has arrived is read.
    await setImmediate();
    for (const socket of this.unused) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Waits for handlers that still run after their answer, up to a limit. */
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
