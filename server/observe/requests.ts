import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../../lib/env";
import { clientAddressOf } from "../../lib/http/client";
import { logger } from "../../lib/logging/logger";
import { keepContext, type RequestContext, runInRequest } from "../../lib/logging/request";
import type { RequestHandler } from "../web/http-server";
import { pathForLog } from "./log-path";
import { requestIdOf } from "./request-id";
import { RequestMetrics, type RequestUnderWay } from "./request-metrics";
import type { Route, RouteFinder } from "./route";
import { type Traffic, takeTraffic } from "./traffic";

/** A request from its head to the end of its answer. */
class ObservedRequest implements RequestUnderWay {
  readonly method: string;
  readonly context: RequestContext;
  private readonly startedAt = performance.now();
  private readonly total: Traffic = { received: 0, sent: 0 };

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    readonly route: Route,
    private readonly trustedProxies: number,
  ) {
    this.method = request.method ?? "";
    this.context = { id: requestIdOf(request, trustedProxies), accountId: null };
  }

  get seconds(): number {
    return (performance.now() - this.startedAt) / 1000;
  }

  /** Null when there was no answer. */
  get status(): number | null {
    return this.response.headersSent ? this.response.statusCode : null;
  }

  readonly takeTraffic = (): Traffic => {
    const taken = takeTraffic(this.request.socket);
    this.total.received += taken.received;
    this.total.sent += taken.sent;
    return taken;
  };

  /** One line for each request; those that tell nothing are left to whoever looks closely. */
  log(): void {
    const level = this.route.kind === "quiet" ? "debug" : "info";
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
        address: clientAddressOf(this.request, this.trustedProxies),
        ...(accountId && { account: accountId }),
      },
      "request",
    );
  }
}

export interface ObserveOptions {
  /**
   * False where requests are many and small: to follow each through all its promises took a fifth more of the processor for a
   * tile. Its handler then tells the log by itself which request a line is about (contextOf).
   */
  followsRequests: boolean;
}

/**
 * Gives each request an id, which its answer and every line of the log about it carry, and, when it has ended, a line of its own
 * and its part in the figures.
 */
export function observeRequests(handler: RequestHandler, findRoute: RouteFinder, { followsRequests }: ObserveOptions): RequestHandler {
  const { metrics, trustedProxies } = env();
  const figures = metrics && new RequestMetrics();
  return (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    const observed = new ObservedRequest(request, response, findRoute(path, request.method ?? ""), trustedProxies);
    response.setHeader("X-Request-Id", observed.context.id);
    figures?.started(observed);
    response.once("close", () => {
      figures?.ended(observed, observed.status, observed.seconds);
      observed.log();
    });
    if (followsRequests) return runInRequest(observed.context, () => handler(request, response));
    keepContext(request, observed.context);
    return handler(request, response);
  };
}
