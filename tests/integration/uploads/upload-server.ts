import { type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { blobFolder, blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { findUploadStorage } from "@/lib/imports/uploads/receiving";
import { processUpload } from "@/server/uploads/process-upload";
import { createTusUploads, UPLOADS_PATH } from "@/server/uploads/tus/tus";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";
import type { SignedIn } from "../../setup/signed-in";
import { isOnS3 } from "../../setup/stored-objects";

export interface UploadServer {
  port: number;
  /** The URL that creates uploads. */
  endpoint: string;
  close(): Promise<void>;
}

/** No worker is here to wait for. */
const LIST_LIMITS = { bytes: 1024 ** 3, milliseconds: 600_000, waitMs: 0 };

/**
 * The web process without pages: the real HTTP server with the real upload handler.
 * @param endMs how long requests that are under way may take when the server closes; by default as in the product
 */
export async function startUploadServer(port = 0, endMs?: number): Promise<UploadServer> {
  const server = new HttpServer({ closeLimitMs: endMs });
  const noPages = (_request: unknown, response: { writeHead(status: number): { end(): void } }) => {
    response.writeHead(404).end();
    return Promise.resolve();
  };
  await server.listen(port, dispatch([createTusUploads(endMs), processUpload(LIST_LIMITS)], noPages));
  const address = server.node.address() as AddressInfo;
  return { port: address.port, endpoint: `http://localhost:${address.port}${UPLOADS_PATH}/`, close: () => server.close() };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends one request, and adds only the protocol's version. */
export function send(url: string, method: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Answer> {
  const sent = request(url, { method, headers: { "Tus-Resumable": "1.0.0", ...headers }, agent: false });
  return new Promise((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      text(response).then((read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read }), reject);
    });
    sent.end(body);
  });
}

export function metadataHeader(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}

export const OFFSET_BODY = { "Content-Type": "application/offset+octet-stream" };

/** Creates an upload and returns its absolute URL. */
export async function create(
  server: Pick<UploadServer, "endpoint">,
  { bearer }: SignedIn,
  length: number,
  more: Record<string, string> = {},
): Promise<string> {
  const answer = await send(server.endpoint, "POST", { ...bearer, "Upload-Length": String(length), ...more });
  if (answer.status !== 201) throw new Error(`POST answered ${answer.status}: ${answer.body}`);
  return new URL(answer.headers.location ?? "", server.endpoint).href;
}

/** Sends bytes at an offset. */
export function patch(
  url: string,
  { bearer }: SignedIn,
  offset: number | string,
  body: Buffer,
  more: Record<string, string> = {},
): Promise<Answer> {
  return send(url, "PATCH", { ...bearer, ...OFFSET_BODY, "Upload-Offset": String(offset), ...more }, body);
}

export function idOf(url: string): string {
  return new URL(url).pathname.split("/").at(-1) ?? "";
}

/** Returns the file of an upload on disk. */
export function fileOf(url: string): string {
  return path.join(blobFolder(), idOf(url));
}

/** Returns the bytes of a finished upload. */
export async function contentsOf(url: string): Promise<Buffer> {
  const key = blobKeySchema.parse(idOf(url));
  return blobStore().readBytes(key, { offset: 0, length: (await blobStore().size(key)) ?? 0 });
}

/** Returns the bytes that the server has of an upload, or null when it has none. */
export async function sizeOf(url: string, { bearer }: SignedIn): Promise<number | null> {
  if (!isOnS3()) return await blobStore().size(blobKeySchema.parse(idOf(url)));
  const { status, headers } = await send(url, "HEAD", bearer);
  return status === 200 ? Number(headers["upload-offset"]) : null;
}

/** Returns the names of all objects in the store. */
export async function keptNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of blobStore().list()) names.push(name);
  return names.sort();
}

/** Returns the names of all objects of one upload. */
export async function keptOf(url: string): Promise<string[]> {
  return (await keptNames()).filter((name) => name.startsWith(idOf(url)));
}

/** Returns true while a writer of the upload is active. */
export async function isWrittenTo(url: string): Promise<boolean> {
  const storage = await findUploadStorage(blobKeySchema.parse(idOf(url)));
  return (storage?.writer ?? null) !== null;
}
