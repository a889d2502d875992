import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { blobStore } from "../../blobs/open";
import { openInflated, type Slice } from "../../blobs/slice";
import { contentTypeOf, extensionOf, tileFormats } from "../../http/content-type";
import { contentRange, parseRange } from "../../http/range";
import { ASSETS, asFolder, parseMapAddress } from "../../maps/schema";
import { type Entry, type FileEntry, findEntries, type TreeRoot } from "../../trees/data";
import { type Answer, Budget, type Question } from "./answer";

const MOST_REQUESTS = 3_000;
const MOST_BYTES = 192 * 1024 * 1024;
const MOST_BYTES_EACH = 48 * 1024 * 1024;

/** A map whose files are here. */
export interface StoredMap {
  safeName: string;
  treeId: number;
}

const indexNames = ["index.html", "index.htm"];

function isGzip(bytes: Buffer): boolean {
  return bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0x1f8b08;
}

/** Unpacks a tile that is gzip itself, which a server would say of it; what cannot be unpacked stays as it is. */
async function unpackTile(name: string, bytes: Buffer): Promise<Buffer> {
  if (!tileFormats.has(extensionOf(name)) || !isGzip(bytes)) return bytes;
  return await promisify(gunzip)(bytes, { maxOutputLength: MOST_BYTES_EACH }).catch(() => bytes);
}

function empty(status: number, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: Buffer.alloc(0) };
}

/**
 * Answers for the map's own files and the shared assets, straight from tree and object store, as the maps' origin would:
 * without anybody's right to it, which whoever renders has checked, and without counting a view.
 */
export class MapFiles {
  private readonly budget = new Budget(MOST_REQUESTS, MOST_BYTES);

  constructor(private readonly map: StoredMap) {}

  /** @throws Error when the page asks for too much, or the blob is damaged */
  async get({ url, range }: Question, signal: AbortSignal): Promise<Answer> {
    if (!this.budget.takeRequest()) throw new Error("The map asks for too many files.");
    const address = parseMapAddress(`${url.pathname}${url.search}`);
    const root = address && this.rootOf(address.scope);
    if (!address || !root) return empty(404);
    const entry = await this.find(root, address.path, address.isFolder);
    if (!entry) return empty(404);
    if (entry.kind === "folder") return empty(302, { location: asFolder(address.clean) });
    return await this.read(entry, range, signal);
  }

  private rootOf(scope: string): TreeRoot | null {
    if (scope === ASSETS) return "assets";
    return scope === this.map.safeName ? { treeId: this.map.treeId } : null;
  }

  private async find(root: TreeRoot, path: readonly string[], isFolder: boolean): Promise<Entry | null> {
    const paths = isFolder ? indexNames.map((name) => [...path, name]) : [path];
    const found = await findEntries(paths.map((one) => ({ root, path: one })));
    return found.find((entry) => entry !== null && (!isFolder || entry.kind === "file")) ?? null;
  }

  private async read({ name, slice, size }: FileEntry, range: string | undefined, signal: AbortSignal): Promise<Answer> {
    const headers = { "content-type": contentTypeOf(name), "accept-ranges": "bytes", "access-control-allow-origin": "*" };
    if (!slice || size === 0) return { status: 200, headers, body: Buffer.alloc(0) };
    const part = parseRange(range, size);
    if (part === "unsatisfiable") return empty(416, { "content-range": `bytes */${size}` });
    const run = part === "whole" ? { offset: 0, length: size } : part;
    const bytes = await this.readRun(slice, run, signal);
    if (part === "whole") return { status: 200, headers, body: await unpackTile(name, bytes) };
    return { status: 206, headers: { ...headers, "content-range": contentRange(part, size) }, body: bytes };
  }

  private async readRun(slice: Slice, run: { offset: number; length: number }, signal: AbortSignal): Promise<Buffer> {
    if (run.length > MOST_BYTES_EACH || !this.budget.takeBytes(run.length)) throw new Error("The map loads too much.");
    return await buffer(await openInflated(blobStore(), slice, run, signal));
  }
}
