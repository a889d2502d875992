import type { BlobKey, BlobStore } from "../../blobs/store";
import { BlobMissingError } from "../../blobs/store";

export interface ListedFile {
  path: string;
  upload: BlobKey;
  /** First byte in the upload. */
  offset: number;
  size: number;
  /** Milliseconds since 1970; null when unknown. */
  modified: number | null;
}

export interface RemovedFile {
  removed: string;
}

export interface BaseRevision {
  baseRevision: number;
}

export type ListLine = ListedFile | RemovedFile | BaseRevision;

export function isFile(line: ListLine): line is ListedFile {
  return "path" in line;
}

/** Formats the list of a folder, which is stored as NDJSON. */
export function toText(lines: readonly ListLine[]): string {
  let text = "";
  for (const line of lines) text += `${JSON.stringify(line)}\n`;
  return text;
}

const NEWLINE = 0x0a;

/** Parses all lines at once, because JSON texts contain no line feeds. */
function parseLines(bytes: Buffer): ListLine[] {
  return JSON.parse(`[${bytes.toString("utf8").trimEnd().replaceAll("\n", ",")}]`) as ListLine[];
}

/** Reads a list, some lines at a time. @throws BlobMissingError */
export async function* readList(store: BlobStore, key: BlobKey, signal: AbortSignal): AsyncGenerator<ListLine[]> {
  const length = await store.size(key);
  if (length === null) throw new BlobMissingError(key);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of (await store.read(key, { offset: 0, length }, signal)) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield parseLines(bytes.subarray(0, end));
    rest = bytes.subarray(end);
  }
}
