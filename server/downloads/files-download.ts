import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { requireAdmin } from "../../lib/accounts/sessions/policy";
import { writeZip } from "../../lib/archives/write/zip-writer";
import { blobStore } from "../../lib/blobs/open";
import { AppError, notFound } from "../../lib/errors";
import { type FileScope, findItem, findScope } from "../../lib/files/data";
import { listArchive } from "../../lib/files/download/archive";
import { previewTypeOf } from "../../lib/files/preview/preview-types";
import { ITEMS_AT_ONCE, itemPathSchema } from "../../lib/files/schema";
import { FILES_PATH } from "../../lib/files/values";
import { contentDisposition } from "../../lib/http/content-disposition";
import { toRequestLike } from "../../lib/http/node";
import { parseInput } from "../../lib/http/route";
import { bytesAnswer, emptyAnswer } from "../../lib/openapi/description";
import { etagHeader, filePathSchema, rangeHeaders } from "../../lib/openapi/parameters";
import type { FileEntry } from "../../lib/trees/data";
import type { EntryPath } from "../../lib/trees/schema";
import type { Mount } from "../http/handler";
import { untilGone } from "../http/ndjson";
import { readFormBody } from "../http/read-body";
import { ofFile } from "../representation/representation";
import { exactly, type Headers, sendCurrent, sendRepresentation } from "../representation/send";

const FORM_BYTES = 16 * 1024 * 1024;

interface Wanted {
  paths: EntryPath[];
  isInline: boolean;
}

const common: Headers = {
  "Cache-Control": "private, no-cache",
  "Cross-Origin-Resource-Policy": "same-origin",
  Vary: "Cookie, Authorization",
  "X-Content-Type-Options": "nosniff",
};
const ISOLATED = "default-src 'none'; sandbox";

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
  const body = exactly(manifest.size, writeZip(blobStore(), manifest, untilGone(response)));
  try {
    const first = await body.next();
    response.writeHead(200, headers);
    if (!first.done) response.write(first.value);
    await pipeline(body, response);
  } finally {
    // A disconnect before the second chunk leaves reads running.
    await body.return(undefined);
  }
}

/** Sends a file, or the requested part of it. @throws AppError 415 for a kind without a preview */
export async function sendFile(request: IncomingMessage, response: ServerResponse, file: FileEntry, isInline: boolean): Promise<void> {
  const preview = isInline ? previewTypeOf(file.name) : null;
  if (isInline && !preview) throw new AppError("unsupported_type", "There is no preview of this kind of file.");
  await sendRepresentation(request, response, {
    entry: file,
    representation: ofFile(blobStore(), file),
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
  if (only && others.length === 0 && !item)
    throw notFound(only.length === 0 ? "There are no files yet." : `“${only.at(-1)}” no longer exists.`);
  if (item?.kind === "file") return sendFile(request, response, item, isInline);
  if (isInline) throw new AppError("conflict", "Only a file can be shown.");
  await sendArchive(request, response, scope, paths);
}

const anyType = ["application/octet-stream", "application/zip", "*/*"];
const fileHeaders = z.object({ "Content-Disposition": z.string(), ETag: z.string().optional(), "Accept-Ranges": z.string().optional() });

export const downloadAnswers = {
  200: bytesAnswer(anyType, "The bytes.", fileHeaders),
  206: bytesAnswer(anyType, "The requested part.", fileHeaders.extend({ "Content-Range": z.string() })),
  304: emptyAnswer("The content has not changed.", etagHeader),
};

const selectionSchema = z.object({
  filePath: z.array(filePathSchema).min(1).describe("Paths from the top of the map. Several paths, or a folder, are sent as a ZIP."),
  inline: z.enum(["0", "1"]).optional().describe("`1` shows the file instead of saving it, if its type has a preview."),
});

/** Sends one file as it was uploaded, or a ZIP. */
export const filesDownload: Mount = {
  path: `${FILES_PATH}/[project]/download`,
  methods: ["GET", "HEAD", "POST"],
  tag: "Files of a map",
  callers: "admins",
  calls: {
    "GET /api/files/{project}/download": {
      summary: "Download files",
      head: "Check a download",
      description: "Returns one file as it was uploaded. Returns a folder or several items as a ZIP.",
      query: selectionSchema,
      headers: rangeHeaders,
      answers: downloadAnswers,
      errors: [409, 412, 415, 416],
    },
    "POST /api/files/{project}/download": {
      summary: "Download a selection",
      description: "Does the same as the GET, for selections that are too long for a URL.",
      headers: rangeHeaders,
      otherBody: { required: true, content: { "application/x-www-form-urlencoded": { schema: selectionSchema } } },
      answers: downloadAnswers,
      errors: [409, 412, 416],
    },
  },
  async handler(request, response, { project = "" }) {
    const viewer = await requireAdmin(toRequestLike(request), "read");
    const scope = await findScope(viewer, project);
    const wanted = await readWanted(request);
    await sendCurrent(response, () => send(request, response, scope, wanted));
  },
};
