import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { writeZip } from "../../lib/archives/write/zip-writer";
import { blobStore } from "../../lib/blobs/open";
import { BlobMissingError } from "../../lib/blobs/store";
import { AppError, methodNotAllowed, notFound } from "../../lib/errors";
import { listArchive } from "../../lib/files/archive";
import { type FileScope, findItem, findScope } from "../../lib/files/data";
import { previewTypeOf } from "../../lib/files/preview/preview-types";
import { FILES_PATH, ITEMS_AT_ONCE, itemPathSchema } from "../../lib/files/schema";
import { contentDisposition } from "../../lib/http/content-disposition";
import { toRequestLike } from "../../lib/http/node";
import { parseInput } from "../../lib/http/route";
import type { FileEntry } from "../../lib/trees/data";
import type { EntryPath } from "../../lib/trees/schema";
import { readFormBody } from "../bytes/form-body";
import type { BytesHandler } from "../http/handler";
import { ownBytes } from "../representation/representation";
import { exactly, type Headers, sendRepresentation } from "../representation/send";

export const FILES_DOWNLOAD_PATH = `${FILES_PATH}/[project]/download`;
const METHODS = ["GET", "HEAD", "POST"] as const;
export const FILES_DOWNLOAD_ROUTES = { [FILES_DOWNLOAD_PATH]: METHODS };

/** Ten thousand paths of the usual length. */
const FORM_BYTES = 16 * 1024 * 1024;

/** What is asked for. */
interface Wanted {
  paths: EntryPath[];
  /** To be shown rather than saved. */
  isInline: boolean;
}

/** What every answer says: nobody keeps it without asking, no other site's page gets to see it, and nothing in it runs. */
const common: Headers = {
  "Cache-Control": "private, no-cache",
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Cookie, Authorization",
  "X-Content-Type-Options": "nosniff",
};
const ISOLATED = "default-src 'none'; sandbox";

/** @throws AppError 400 */
function parseWanted(parameters: URLSearchParams): Wanted {
  const given = parameters.getAll("filePath");
  if (given.length === 0) throw new AppError("bad_request", "filePath is missing.");
  if (given.length > ITEMS_AT_ONCE) {
    throw new AppError("bad_request", `Choose at most ${ITEMS_AT_ONCE.toLocaleString("en-US")} items.`);
  }
  return { paths: given.map((path) => parseInput(itemPathSchema, path)), isInline: parameters.get("inline") === "1" };
}

async function readWanted(request: IncomingMessage): Promise<Wanted> {
  if (request.method === "POST") return parseWanted(await readFormBody(request, FORM_BYTES));
  return parseWanted(new URL(toRequestLike(request).url).searchParams);
}

async function sendArchive(request: IncomingMessage, response: ServerResponse, scope: FileScope, paths: EntryPath[]): Promise<void> {
  const { name, manifest } = await listArchive(scope, paths);
  const headers: Headers = {
    ...common,
    // It is made anew each time.
    "Cache-Control": "no-store",
    "Content-Disposition": contentDisposition("attachment", `${name}.zip`),
    "Content-Length": manifest.size,
    "Content-Security-Policy": ISOLATED,
    "Content-Type": "application/zip",
  };
  if (request.method === "HEAD") {
    response.writeHead(200, headers).end();
    return;
  }
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const body = exactly(manifest.size, writeZip(blobStore(), manifest, gone.signal));
  try {
    const first = await body.next();
    response.writeHead(200, headers);
    if (!first.done) response.write(first.value);
    await pipeline(body, response);
  } finally {
    // Who has gone away before the second piece leaves reads behind that are under way.
    await body.return(undefined);
  }
}

/** Sends a file, or the part of it that is asked for. @throws AppError 415 for a kind that nothing here shows */
export async function sendFile(request: IncomingMessage, response: ServerResponse, file: FileEntry, isInline: boolean): Promise<void> {
  const preview = isInline ? previewTypeOf(file.name) : null;
  if (isInline && !preview) throw new AppError("unsupported_type", "There is no preview of this kind of file.");
  await sendRepresentation(request, response, {
    file,
    form: ownBytes(blobStore(), file),
    contentType: preview?.contentType ?? "application/octet-stream",
    common: {
      ...common,
      "Content-Disposition": contentDisposition(preview ? "inline" : "attachment", file.name),
      "Content-Security-Policy": preview?.policy ?? ISOLATED,
    },
  });
}

async function send(request: IncomingMessage, response: ServerResponse, scope: FileScope, { paths, isInline }: Wanted): Promise<void> {
  const [only, ...others] = paths;
  const item = only && others.length === 0 ? await findItem(scope, only) : null;
  // Nothing was ever uploaded: an empty archive tells as much.
  if (only && others.length === 0 && !item)
    throw notFound(only.length === 0 ? "There are no files yet." : `“${only.at(-1)}” no longer exists.`);
  if (item?.kind === "file") return sendFile(request, response, item, isInline);
  if (isInline) throw new AppError("conflict", "Only a file can be shown.");
  await sendArchive(request, response, scope, paths);
}

/**
 * GET and POST /api/files/{project}/download: a file as it was uploaded, or, of a folder and of several items, a ZIP made of
 * the slices that they are. POST is for selections that no address can hold.
 */
export const handleFilesDownload: BytesHandler = async (request, response, { project = "" }) => {
  const { method = "" } = request;
  if (!METHODS.some((offered) => offered === method)) throw methodNotAllowed(METHODS);
  const viewer = await requireAdmin(toRequestLike(request));
  const scope = await findScope(viewer, project);
  const wanted = await readWanted(request);
  try {
    await send(request, response, scope, wanted);
  } catch (error) {
    // Replaced between the look-up and the reading: what it is now has bytes.
    if (!(error instanceof BlobMissingError) || response.headersSent) throw error;
    await send(request, response, scope, wanted);
  }
};
