import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../../lib/env";
import { AppError, methodNotAllowed } from "../../lib/errors";
import { stampClientAddress } from "../../lib/http/client";
import { type BytesHandler, runHandler } from "../http/handler";
import type { RequestHandler } from "./http-server";
import { matchMount } from "./mount-path";
import { checkPageMethod, checkRouterState } from "./page-requests";
import { setSecurityHeaders } from "./security-headers";

/** Handler of everything at and below a path, or of every path with something where it has `[name]`. */
export interface Mount {
  path: string;
  handler: BytesHandler;
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?", 1)[0] ?? "/";
}

/** What HTTP itself defines, without what is for proxies (CONNECT) and echoes (TRACE). Node's parser takes WebDAV's as well. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** @throws AppError 400, 405 for what nobody behind here can answer: we are no proxy for other hosts */
function checkTarget({ method = "", url = "" }: IncomingMessage): void {
  if (!METHODS.includes(method)) throw methodNotAllowed(METHODS);
  if (!url.startsWith("/")) throw new AppError("bad_request", "The address of a request must be a path.");
}

/** Next answers 500 to a path that it cannot decode; the plain handlers have answers of their own. @throws AppError 400 */
function checkDecodable(path: string): void {
  try {
    decodeURIComponent(path);
  } catch (cause) {
    throw new AppError("bad_request", "The address cannot be decoded.", { cause });
  }
}

/** Next's promise may never settle when the client has gone away, and nobody would wait for its answer then. */
function untilAnswered(pages: RequestHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    response.once("close", resolve);
    pages(request, response).then(resolve, reject);
  });
}

/**
 * Sends each request to the plain handler whose path it meets, and all others to the pages.
 * @param pages Next's request handler.
 */
export function dispatch(mounts: readonly Mount[], pages: RequestHandler): RequestHandler {
  return (request: IncomingMessage, response: ServerResponse) => {
    stampClientAddress(request, env().trustedProxies);
    const path = pathOf(request);
    return runHandler(
      async () => {
        checkTarget(request);
        for (const mount of mounts) {
          const readParameters = matchMount(mount.path, path);
          if (readParameters) return mount.handler(request, response, readParameters());
        }
        checkDecodable(path);
        checkPageMethod(request, path);
        checkRouterState(request);
        setSecurityHeaders(request, response);
        await untilAnswered(pages, request, response);
      },
      request,
      response,
    );
  };
}
