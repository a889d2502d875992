import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { auditActor } from "../../lib/audit/mutations";
import type { RefusedRequest } from "../../lib/audit/refusals/refusal-log";
import { env } from "../../lib/env";
import { clientAddressOf, type TrustProxy } from "../../lib/http/client";
import { logger } from "../../lib/logging/logger";
import { keepContext, type Refusal, type RequestContext, runInRequest } from "../../lib/logging/request";
import { pathForLog } from "../../lib/logging/secrets";
import type { QuickHandler } from "../web/http-server";
import { RequestMetrics, type RequestUnderWay, type Traffic } from "./request-metrics";
import type { Route, RouteFinder } from "./route";

/** Short and plain, since every log line and an answer header repeat it. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the id that our reverse proxy gave the request, or a new one. */
export function requestIdOf({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">, isProxy: TrustProxy): string {
  const given = headers["x-request-id"];
  return isProxy(socket.remoteAddress ?? "", 0) && typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

const countedTraffic = new WeakMap<Socket, Traffic>();

/** Returns the bytes of a connection since the last call. They belong to its current or last request. */
function takeTraffic(socket: Socket): Traffic {
  const { bytesRead: received, bytesWritten: sent } = socket;
  const before = countedTraffic.get(socket) ?? { received: 0, sent: 0 };
  countedTraffic.set(socket, { received, sent });
  return { received: received - before.received, sent: sent - before.sent };
}

class ObservedRequest implements RequestUnderWay {
  readonly method: string;
  readonly context: RequestContext;
  private readonly startedAt = performance.now();
  private readonly total: Traffic = { received: 0, sent: 0 };
  /** Read at once where it is needed: a closed connection has no address. */
  private readonly address: string;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    readonly route: Route,
    isProxy: TrustProxy,
    onRefused?: (refused: RefusedRequest) => void,
  ) {
    this.method = request.method ?? "";
    this.address = onRefused || logger.isLevelEnabled(this.level) ? clientAddressOf(request, isProxy) : "";
    const report = onRefused && ((refusal: Refusal) => onRefused(this.describeRefusal(refusal)));
    this.context = { id: requestIdOf(request, isProxy), accountId: null, ...(report && { onRefused: report }) };
  }

  get seconds(): number {
    return (performance.now() - this.startedAt) / 1000;
  }

  get status(): number | null {
    return this.response.headersSent ? this.response.statusCode : null;
  }

  takeTraffic(): Traffic {
    const taken = takeTraffic(this.request.socket);
    this.total.received += taken.received;
    this.total.sent += taken.sent;
    return taken;
  }

  private get level(): "debug" | "info" {
    return this.route.kind === "quiet" ? "debug" : "info";
  }

  private describeRefusal(refusal: Refusal): RefusedRequest {
    const { caller, id: requestId } = this.context;
    const client = { address: this.address, userAgent: this.request.headers["user-agent"] ?? null, isProgram: false };
    const actor = caller ? auditActor(caller, client) : null;
    return { ...refusal, actor, address: this.address, method: this.method, route: this.route.pattern, requestId };
  }

  log(): void {
    const { level } = this;
    if (!logger.isLevelEnabled(level)) return;
    this.takeTraffic();
    const { accountId, id: requestId } = this.context;
    logger[level](
      {
        requestId,
        method: this.method,
        route: this.route.pattern,
        path: pathForLog(this.request.url),
        status: this.status,
        ...(!this.response.writableFinished && { cutOff: true }),
        seconds: Math.round(this.seconds * 1e6) / 1e6,
        bytesIn: this.total.received,
        bytesOut: this.total.sent,
        address: this.address,
        ...(accountId && { account: accountId }),
      },
      "request",
    );
  }
}

export interface ObserveOptions {
  /** False for the maps process: AsyncLocalStorage takes a fifth more processor time for a tile. */
  followsRequests: boolean;
  /** Called for each 403 and 429 of our own. Needs `followsRequests`. Must not throw. */
  onRefused?: (refused: RefusedRequest) => void;
}

/** Gives each request an id for its answer and its log lines. When it has ended, logs it and counts it in the metrics. */
export function observeRequests(
  handler: QuickHandler,
  findRoute: RouteFinder,
  { followsRequests, onRefused }: ObserveOptions,
): QuickHandler {
  const { metrics, isProxy } = env();
  const requestMetrics = metrics && new RequestMetrics();
  return (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    const observed = new ObservedRequest(request, response, findRoute(path, request.method ?? ""), isProxy, onRefused);
    response.setHeader("X-Request-Id", observed.context.id);
    requestMetrics?.started(observed);
    response.once("close", () => {
      requestMetrics?.ended(observed, observed.status, observed.seconds);
      observed.log();
    });
    if (followsRequests) return runInRequest(observed.context, () => handler(request, response));
    keepContext(request, observed.context);
    return handler(request, response);
  };
}
