import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import pLimit from "p-limit";
import { INDEX_FILES } from "../../../archives/wrapping-folder";
import { blobStore } from "../../../blobs/open";
import { openInflated, type Slice } from "../../../blobs/slice";
import { findViewerFile } from "../../../data-maps/data";
import { isReadInParts, parseViewerPath } from "../../../data-maps/values";
import { contentTypeOf, isUtf8Text, mayBeGzip, needsCharsetCheck, withoutCharset, withoutGz } from "../../../http/content-type";
import { contentRange, parseRange } from "../../../http/range";
import { type Entry, type FileEntry, findEntries, type TreeRoot } from "../../../trees/data";
import { findStartPage } from "../../../trees/start-page/data";
import { asFolder, parseMapAddress } from "../../schema";
import { ASSETS } from "../../values";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface Found extends Answer {
  url: URL;
}

export type Deliver = (found: Found) => Promise<void>;

export interface Question {
  url: URL;
  range: string | undefined;
  isCrossOrigin: boolean;
}

export class Budget {
  constructor(
    private requests: number,
    private bytes: number,
  ) {}

  takeRequest(): boolean {
    this.requests -= 1;
    return this.requests >= 0;
  }

  takeBytes(count: number): boolean {
    this.bytes -= count;
    return this.bytes >= 0;
  }

  /** Reserves up to `most` bytes for a response of unknown size. Returns how many are left for it. */
  reserveBytes(most: number): number {
    const taken = Math.max(0, Math.min(most, this.bytes));
    this.bytes -= taken;
    return taken;
  }

  returnBytes(count: number): void {
    this.bytes += count;
  }
}

const MOST_REQUESTS = 3_000;
const MOST_BYTES = 192 * 1024 * 1024;
const MOST_BYTES_EACH = 48 * 1024 * 1024;

const AT_ONCE = 6;
/** Only one of them may be larger than this, so together they take at most 48 + 5 × 8 MB. */
const LARGE_BYTES = 8 * 1024 * 1024;

export interface StoredMap {
  safeName: string;
  treeId: number;
}

const MOST_UNPACKED_BYTES = 8 * 1024 * 1024;

function isPacked(name: string, bytes: Buffer): boolean {
  return mayBeGzip(name) && bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0x1f8b08;
}

function typeOf(name: string, bytes: Buffer): string {
  const type = contentTypeOf(name);
  return needsCharsetCheck(type) && !isUtf8Text(bytes, true) ? withoutCharset(type) : type;
}

/** Inflates a gzip file; a damaged one is returned unchanged. Reserves the maximum size first. @throws Error over the size or budget */
async function unpack(bytes: Buffer, budget: Budget): Promise<Buffer> {
  const room = budget.reserveBytes(MOST_UNPACKED_BYTES);
  if (room === 0) throw new Error("The map loads too much.");
  try {
    const unpacked = await promisify(gunzip)(bytes, { maxOutputLength: room });
    budget.returnBytes(room - unpacked.length);
    return unpacked;
  } catch (error) {
    if (error instanceof RangeError) throw new Error("A file of the map unpacks to too much.", { cause: error });
    budget.returnBytes(room);
    return bytes;
  }
}

function empty(status: number, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: Buffer.alloc(0) };
}

/** Responds to requests for the map's files as the maps origin does, without permission checks and view counts. */
export class MapFiles {
  private readonly budget = new Budget(MOST_REQUESTS, MOST_BYTES);
  private readonly limitAnswers = pLimit(AT_ONCE);
  private readonly limitLarge = pLimit(1);

  constructor(private readonly map: StoredMap) {}

  /** Responds to a request when memory allows. @throws Error over the page's budget, when aborted, or for a damaged blob */
  async answer({ url, range }: Question, signal: AbortSignal, deliver: Deliver): Promise<void> {
    if (!this.budget.takeRequest()) throw new Error("The map asks for too many files.");
    await this.limitAnswers(async () => {
      signal.throwIfAborted();
      const viewer = parseViewerPath(url.pathname);
      if (viewer) return await deliver({ ...(await this.readViewer(viewer, range)), url });
      const { at, entry } = await this.follow(url);
      if (!entry) return await deliver({ ...empty(404), url: at });
      const read = async () => await deliver({ ...(await this.read(entry, range, signal)), url: at });
      await (entry.size > LARGE_BYTES ? this.limitLarge(read) : read());
    });
  }

  /** Returns a file of the program that shows maps of data. */
  private async readViewer({ hash, name }: { hash: string; name: string }, range: string | undefined): Promise<Answer> {
    const stored = await findViewerFile(hash, name);
    if (!stored) return empty(404);
    const type = { "content-type": contentTypeOf(name) };
    const file = isReadInParts(name) ? stored : await promisify(gunzip)(stored);
    const part = isReadInParts(name) ? parseRange(range, file.length) : "whole";
    if (part === "unsatisfiable") return empty(416, { "content-range": `bytes */${file.length}` });
    const body = part === "whole" ? file : file.subarray(part.offset, part.offset + part.length);
    if (!this.budget.takeBytes(body.length)) throw new Error("The map loads too much.");
    if (part === "whole") return { status: 200, headers: type, body };
    return { status: 206, headers: { ...type, "content-range": contentRange(part, file.length) }, body };
  }

  private async follow(url: URL): Promise<{ at: URL; entry: FileEntry | null }> {
    const address = parseMapAddress(`${url.pathname}${url.search}`);
    const root = address && this.rootOf(address.scope);
    const entry = root && (await this.find(root, address.path, address.isFolder));
    const isTop = address !== null && address.path.length === 0 && address.isFolder;
    const startPage = root && isTop && !entry ? await findStartPage(root) : null;
    if (startPage !== null) return await this.follow(new URL(startPage.split("/").map(encodeURIComponent).join("/"), url));
    if (entry?.kind !== "folder") return { at: url, entry };
    const at = new URL(asFolder(address?.clean ?? ""), url);
    return await this.follow(at);
  }

  private rootOf(scope: string): TreeRoot | null {
    if (scope === ASSETS) return "assets";
    return scope === this.map.safeName ? { treeId: this.map.treeId } : null;
  }

  private async find(root: TreeRoot, path: readonly string[], isFolder: boolean): Promise<Entry | null> {
    const paths = isFolder ? INDEX_FILES.map((name) => [...path, name]) : [path];
    const found = await findEntries(paths.map((one) => ({ root, path: one })));
    return found.find((entry) => entry !== null && (!isFolder || entry.kind === "file")) ?? null;
  }

  private async read({ name, slice, size }: FileEntry, range: string | undefined, signal: AbortSignal): Promise<Answer> {
    const headers = { "accept-ranges": "bytes", "access-control-allow-origin": "*" };
    if (!slice || size === 0) return { status: 200, headers: { ...headers, "content-type": contentTypeOf(name) }, body: Buffer.alloc(0) };
    const part = parseRange(range, size);
    if (part === "unsatisfiable") return empty(416, { "content-range": `bytes */${size}` });
    const run = part === "whole" ? { offset: 0, length: size } : part;
    const bytes = await this.readRun(slice, run, signal);
    if (part !== "whole") {
      const range = { "content-range": contentRange(part, size), "content-type": contentTypeOf(name) };
      return { status: 206, headers: { ...headers, ...range }, body: bytes };
    }
    const packed = isPacked(name, bytes);
    const body = packed ? await unpack(bytes, this.budget) : bytes;
    return { status: 200, headers: { ...headers, "content-type": typeOf(packed ? withoutGz(name) : name, body) }, body };
  }

  private async readRun(slice: Slice, run: { offset: number; length: number }, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted();
    if (run.length > MOST_BYTES_EACH || !this.budget.takeBytes(run.length)) throw new Error("The map loads too much.");
    return await buffer(await openInflated(blobStore(), slice, run, signal));
  }
}
