import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../../lib/env";
import { stampClientAddress } from "../../lib/http/client";
import { type BytesHandler, runHandler } from "../bytes/handler";
import type { RequestHandler } from "./http-server";
import { setSecurityHeaders } from "./security-headers";

/** Handler of everything at and below a path. */
export interface Mount {
  path: string;
  handler: BytesHandler;
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?", 1)[0] ?? "/";
}

/** Next's promise may never settle when the client has gone away, and nobody would wait for its answer then. */
function untilAnswered(pages: RequestHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    response.once("close", resolve);
    pages(request, response).then(resolve, reject);
  });
}

/**
 * Sends each request to the plain handler whose path it lies at or below, and all others to the pages.
 * @param pages Next's request handler.
 */
export function dispatch(mounts: readonly Mount[], pages: RequestHandler): RequestHandler {
  return (request: IncomingMessage, response: ServerResponse) => {
    stampClientAddress(request, env().trustedProxies);
    const path = pathOf(request);
    const mount = mounts.find((candidate) => path === candidate.path || path.startsWith(`${candidate.path}/`));
    if (mount) return runHandler(mount.handler, request, response);
    return runHandler(
      (pageRequest, pageResponse) => {
        setSecurityHeaders(pageRequest, pageResponse);
        return untilAnswered(pages, pageRequest, pageResponse);
      },
      request,
      response,
    );
  };
}
