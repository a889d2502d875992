import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../../lib/env";
import { AppError } from "../../lib/errors";
import { stampClientAddress } from "../../lib/http/client";
import { hasValidHost } from "../../lib/http/node";
import { BODY_LIMIT_MS, limitBodyTime } from "../http/body-limits";
import { checkMethod, type Mount, type RouteParameters, runHandler } from "../http/handler";
import type { RequestHandler } from "./http-server";
import { setSecurityHeaders } from "./security-headers";

/** The methods of HTTP without CONNECT and TRACE. Node's parser also accepts those of WebDAV. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Route handlers answer for their own methods, and Next renders a page for every method. Its own addresses need others during development. */
const API_PATHS = /^\/(?:api|extract-tus-zip|extraction-progress|_next|__nextjs_[^/]*)(?:\/|$)/;
const PAGE_METHODS: readonly string[] = ["GET", "HEAD"];

/** Returns true for paths that no page and no "not found" page answers. @param path without a query */
export function isApiPath(path: string): boolean {
  return API_PATHS.test(path);
}

function checkDecodable(path: string): void {
  try {
    decodeURIComponent(path);
  } catch (cause) {
    throw new AppError("bad_request", "The address cannot be decoded.", { cause });
  }
}

function checkRequest(request: IncomingMessage, url: string): void {
  checkMethod(request, METHODS);
  if (!hasValidHost(request)) throw new AppError("bad_request", "The Host header must name one host.");
  if (!url.startsWith("/")) throw new AppError("bad_request", "The address of a request must be a path.");
}

/** Next's promise may never settle when the client has disconnected. */
function waitForAnswer(pages: RequestHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    response.once("close", resolve);
    pages(request, response).then(resolve, reject);
  });
}

/** Passes each request to its mount, or else to Next. @param bodyLimitMs time for a body that Next reads */
export function dispatch(mounts: readonly Mount[], pages: RequestHandler, bodyLimitMs = BODY_LIMIT_MS): RequestHandler {
  for (const mount of mounts) mount.open?.();
  return (request: IncomingMessage, response: ServerResponse) => {
    stampClientAddress(request, env().isProxy);
    const { url = "" } = request;
    const [path = "/"] = url.split("?", 1);
    return runHandler(
      async () => {
        checkRequest(request, url);
        for (const { path: mounted, methods, handler } of mounts) {
          const readParameters = matchMount(mounted, path);
          if (!readParameters) continue;
          const parameters = readParameters();
          if (methods) checkMethod(request, methods);
          return handler(request, response, parameters);
        }
        checkDecodable(path);
        if (!isApiPath(path)) checkMethod(request, PAGE_METHODS);
        setSecurityHeaders(request, response);
        limitBodyTime(request, bodyLimitMs);
        await waitForAnswer(pages, request, response);
      },
      request,
      response,
    );
  };
}

const PARAMETER = /^\[(.+)\]$/;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Decodes a segment. Node reads request lines as Latin-1, so the unescaped UTF-8 bytes of some clients are escaped first. */
function decodeSegment(segment: string): string {
  let text: string;
  try {
    text = decodeURIComponent(segment.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`));
  } catch (cause) {
    throw new AppError("bad_request", "The address cannot be decoded.", { cause });
  }
  if (CONTROL_CHARACTER.test(text)) throw new AppError("bad_request", "The address has control characters in it.");
  return text;
}

const noParameters: RouteParameters = {};

/** Returns a decoder of the parameters when the path matches a pattern, or is at or below a plain mount (decision 0043). */
export function matchMount(mount: string, path: string): (() => RouteParameters) | null {
  if (!mount.includes("[")) return path === mount || path.startsWith(`${mount}/`) ? () => noParameters : null;
  const wanted = mount.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const found: [name: string, segment: string][] = [];
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? "";
    const name = PARAMETER.exec(part)?.[1];
    if (name === undefined ? part !== segment : segment === "") return null;
    if (name !== undefined) found.push([name, segment]);
  }
  /** Decodes the parameters. @throws AppError 400 for segments that can't be decoded */
  return () => Object.fromEntries(found.map(([name, segment]) => [name, decodeSegment(segment)]));
}
