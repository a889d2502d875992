import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlobStore } from "../../lib/blobs/store";
import { acceptsGzip } from "../../lib/http/accept-encoding";
import { contentTypeOf } from "../../lib/http/content-type";
import type { FileEntry } from "../../lib/trees/data";
import { represent, varies } from "../representation/negotiate";
import { type Headers, sendRepresentation } from "../representation/send";

/**
 * Answers a GET or HEAD request with a file of a map: conditional requests, single ranges, and gzip where the archive has it.
 * @param common headers of every answer about the file
 * @throws BlobMissingError, SliceDamagedError before anything is sent; later the connection is cut
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  store: BlobStore,
  file: FileEntry,
  common: Headers,
): Promise<void> {
  const wishes = {
    acceptsGzip: acceptsGzip(String(request.headers["accept-encoding"] ?? "")),
    hasRange: request.headers.range !== undefined,
  };
  const form = await represent(store, file, wishes);
  const headers = varies(file) ? { ...common, Vary: "Accept-Encoding" } : common;
  await sendRepresentation(request, response, { file, form, contentType: contentTypeOf(file.name), common: headers });
}
