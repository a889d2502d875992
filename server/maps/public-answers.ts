import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { branding } from "../../lib/branding/data";
import { APPLICATION_ORIGIN_PATH, isReadInParts, parseViewerPath } from "../../lib/data-maps/values";
import { env } from "../../lib/env";
import { acceptsGzip } from "../../lib/http/accept-encoding";
import { contentTypeOf } from "../../lib/http/content-type";
import { escapeHtml } from "../../lib/http/escape-html";
import { permissionsPolicy } from "../../lib/http/permissions-policy";
import { contentRange, parseRange } from "../../lib/http/range";
import { verifyExternalTicket } from "../../lib/maps/external/policy";
import { EXTERNAL_MAPS_PATH, type ExternalTicket } from "../../lib/maps/external/schema";
import { TICKET_PARAMETER } from "../../lib/maps/schema";
import { findHealthHandler, HEALTH_METHODS, PLAIN_HEALTH_ROUTES } from "../health/handler";
import { type Message, sendMessage } from "../http/message-page";

const EXTERNAL_MAP_ROUTES = { [`${EXTERNAL_MAPS_PATH}/[safeName]`]: ["GET", "HEAD"] } as const;

const expired = (): Message => ({ status: 403, title: "This address has expired", text: `Open the map again in ${branding().name}.` });

const STYLE = ":root { color-scheme: light dark; } html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; border: 0; }";

/** Reports what only this page can see. A frame holds about:blank until its document arrives, without an event for it. */
const SCRIPT = `
const frame = document.querySelector("iframe");
const report = (externalMap) => parent.postMessage({ externalMap }, "*");
const stop = new AbortController();
fetch(frame.src, { mode: "no-cors", credentials: "include", cache: "no-store", signal: stop.signal })
  .then(() => report("answers"), () => report("unreachable"))
  .finally(() => stop.abort());
const timer = setInterval(() => {
  if (frame.contentDocument?.URL === "about:blank") return;
  clearInterval(timer);
  report("arrived");
}, 200);
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Allows any web site in the frame, because sites redirect. Only the signed URL is ever opened. */
const POLICY = `default-src 'none'; script-src ${hashOf(SCRIPT)}; style-src ${hashOf(STYLE)}; connect-src http: https:; frame-src http: https:; base-uri 'none'; form-action 'none'`;

function toHtml({ url, allowsLocation, allowsCamera }: ExternalTicket): string {
  const features = [...(allowsLocation ? ["geolocation"] : []), ...(allowsCamera ? ["camera", "microphone"] : [])];
  const allow = features.length > 0 ? ` allow="${features.join("; ")}"` : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Map</title><style>${STYLE}</style></head>
<body><iframe title="Map" src="${escapeHtml(url)}"${allow}></iframe><script>${SCRIPT}</script></body></html>
`;
}

/** Sends the page that shows a map of another site to the viewer (docs/decisions/0019). @param now milliseconds since 1970 */
function sendExternalMap(request: IncomingMessage, response: ServerResponse, now: number): void {
  const { appOrigin: frameAncestors, mapsOrigin } = env();
  const ticket = new URL(request.url ?? "", mapsOrigin).searchParams.get(TICKET_PARAMETER);
  const map = ticket === null ? null : verifyExternalTicket(ticket, now);
  if (map) sendPage(request, response, map, frameAncestors);
  else sendMessage(request, response, expired(), frameAncestors);
}

function sendPage({ method }: IncomingMessage, response: ServerResponse, map: ExternalTicket, frameAncestors: string): void {
  const body = Buffer.from(toHtml(map));
  const origins = ["self", new URL(map.url).origin];
  response.writeHead(200, {
    "Cache-Control": "no-store",
    "Content-Length": body.length,
    "Content-Security-Policy": `${POLICY}; frame-ancestors ${frameAncestors}`,
    "Content-Type": "text/html; charset=utf-8",
    "Permissions-Policy": permissionsPolicy({
      ...(map.allowsLocation && { geolocation: origins }),
      ...(map.allowsCamera && { camera: origins }),
    }),
    "Referrer-Policy": "strict-origin",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(method === "HEAD" ? undefined : body);
}

/** Methods by route. */
export const PUBLIC_ROUTES = {
  "/healthz": HEALTH_METHODS,
  ...PLAIN_HEALTH_ROUTES,
  ...EXTERNAL_MAP_ROUTES,
  "/viewer/[hash]/[name]": ["GET", "HEAD"],
  [APPLICATION_ORIGIN_PATH]: ["GET", "HEAD"],
} as const;

/** A basemap, and some releases of the viewer, compressed. */
const CACHE_BYTES = 24 * 1024 * 1024;

const VIEWER_HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  Vary: "Accept-Encoding",
};

/** A service worker that replaces any other and then unregisters itself. */
const EVICTING_WORKER = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.registration.unregister()));
`;

function send({ method }: IncomingMessage, response: ServerResponse, body: string | Buffer, headers: OutgoingHttpHeaders): void {
  response.writeHead(200, { "Content-Length": Buffer.byteLength(body), ...headers });
  response.end(method === "HEAD" ? undefined : body);
}

/**
 * Answers a browser that requests the script of a service worker. A worker would outlive its map and see all later requests. Browsers
 * request it again when a user opens a page that a worker controls, so workers of earlier releases are removed too.
 */
function sendEvictingWorker(request: IncomingMessage, response: ServerResponse): void {
  send(request, response, EVICTING_WORKER, {
    "Cache-Control": "no-store",
    "Content-Type": "text/javascript; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
  });
}

function sendApplicationOrigin(request: IncomingMessage, response: ServerResponse): void {
  send(request, response, env().appOrigin, {
    "Cache-Control": "no-cache",
    "Content-Type": "text/plain; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
  });
}

/** Sends the part of a file that the Range header names, or all of it. */
function sendPart({ method, headers }: IncomingMessage, response: ServerResponse, file: Buffer, type: string): void {
  const part = parseRange(headers.range, file.length);
  if (part === "unsatisfiable") {
    response.writeHead(416, { "Content-Range": `bytes */${file.length}`, "Content-Length": 0 }).end();
    return;
  }
  const body = part === "whole" ? file : file.subarray(part.offset, part.offset + part.length);
  response.writeHead(part === "whole" ? 200 : 206, {
    ...VIEWER_HEADERS,
    "Accept-Ranges": "bytes",
    "Content-Type": type,
    "Content-Length": body.length,
    ...(part !== "whole" && { "Content-Range": contentRange(part, file.length) }),
  });
  response.end(method === "HEAD" ? undefined : body);
}

export interface PublicParts {
  /** Returns a file of a viewer release, compressed with gzip unless it is read in parts, or null. */
  findViewerFile(hash: string, name: string): Promise<Buffer | null>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Answers requests that need no right, because the answers hold nothing of any map. */
export class PublicAnswers {
  private readonly viewerFiles = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: (file) => file.length + 1 });

  constructor(private readonly parts: PublicParts) {}

  /** @returns false for an address of a map, when nothing was sent */
  async send(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { url = "", headers } = request;
    const [path = ""] = url.split("?", 1);
    const handleHealth = findHealthHandler(url);
    if (url === "/healthz") send(request, response, "ok\n", { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" });
    else if (handleHealth) await handleHealth(request, response, {});
    else if (headers["service-worker"] === "script") sendEvictingWorker(request, response);
    else if (url.startsWith(`${EXTERNAL_MAPS_PATH}/`)) sendExternalMap(request, response, this.parts.now());
    else if (path === APPLICATION_ORIGIN_PATH) sendApplicationOrigin(request, response);
    else return this.sendViewerFile(request, response, path);
    return true;
  }

  private async sendViewerFile(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    const address = parseViewerPath(path);
    const file = address && (await this.readViewerFile(address.hash, address.name));
    if (!file) return false;
    if (isReadInParts(address.name)) {
      sendPart(request, response, file, contentTypeOf(address.name));
      return true;
    }
    const isGzip = acceptsGzip(String(request.headers["accept-encoding"] ?? ""));
    const body = isGzip ? file : await promisify(gunzip)(file);
    const headers = { ...VIEWER_HEADERS, "Content-Type": contentTypeOf(address.name) };
    send(request, response, body, isGzip ? { ...headers, "Content-Encoding": "gzip" } : headers);
    return true;
  }

  private async readViewerFile(hash: string, name: string): Promise<Buffer | null> {
    const key = `${hash}/${name}`;
    const file = this.viewerFiles.get(key) ?? (await this.parts.findViewerFile(hash, name));
    if (file) this.viewerFiles.set(key, file);
    return file;
  }
}
