import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { APPLICATION_ORIGIN_PATH, parseViewerPath } from "../../lib/data-maps/values";
import { env } from "../../lib/env";
import { acceptsGzip } from "../../lib/http/accept-encoding";
import { contentTypeOf } from "../../lib/http/content-type";

export const VIEWER_ROUTES = { "/viewer/[hash]/[name]": ["GET", "HEAD"], [APPLICATION_ORIGIN_PATH]: ["GET", "HEAD"] } as const;

/** Some releases of the viewer, compressed. */
const CACHE_BYTES = 8 * 1024 * 1024;

const HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  Vary: "Accept-Encoding",
};

function sendApplicationOrigin(request: IncomingMessage, response: ServerResponse): true {
  const { appOrigin } = env();
  response.writeHead(200, {
    "Cache-Control": "no-cache",
    "Content-Length": appOrigin.length,
    "Content-Type": "text/plain; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(request.method === "HEAD" ? undefined : appOrigin);
  return true;
}

/** Returns a file of a viewer release, compressed with gzip, or null. */
export type FindViewerFile = (hash: string, name: string) => Promise<Buffer | null>;

/** Answers requests for the viewer of data maps. It holds nothing of any map, so it needs no right. */
export class ViewerFiles {
  private readonly files = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: (file) => file.length + 1 });

  constructor(private readonly find: FindViewerFile) {}

  /** @returns false when there is no such file, and nothing was sent */
  async send(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (path === APPLICATION_ORIGIN_PATH) return sendApplicationOrigin(request, response);
    const address = parseViewerPath(path);
    const file = address && (await this.read(address.hash, address.name));
    if (!file) return false;
    const isGzip = acceptsGzip(String(request.headers["accept-encoding"] ?? ""));
    const body = isGzip ? file : await promisify(gunzip)(file);
    response.writeHead(200, {
      ...HEADERS,
      "Content-Length": body.length,
      "Content-Type": contentTypeOf(address.name),
      ...(isGzip && { "Content-Encoding": "gzip" }),
    });
    response.end(request.method === "HEAD" ? undefined : body);
    return true;
  }

  private async read(hash: string, name: string): Promise<Buffer | null> {
    const key = `${hash}/${name}`;
    const file = this.files.get(key) ?? (await this.find(hash, name));
    if (file) this.files.set(key, file);
    return file;
  }
}
