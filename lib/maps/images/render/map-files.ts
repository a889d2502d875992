import { buffer } from "node:stream/consumers";
import { blobStore } from "../../../blobs/open";
import { openInflated, type Slice } from "../../../blobs/slice";
import { contentTypeOf } from "../../../http/content-type";
import { contentRange, parseRange } from "../../../http/range";
import { isPackedTile, unpackTile } from "../../../map-images/render/packed-tile";
import { type Entry, type FileEntry, findEntries, type TreeRoot } from "../../../trees/data";
import { Turns } from "../../../turns";
import { ASSETS, asFolder, parseMapAddress } from "../../schema";
import { type Answer, Budget, type Deliver, type Question } from "./answer";

const MOST_REQUESTS = 3_000;
const MOST_BYTES = 192 * 1024 * 1024;
const MOST_BYTES_EACH = 48 * 1024 * 1024;

/** Answers that are held in memory at the same moment, from the first byte read until the browser has the last. */
const AT_ONCE = 6;
/** Of those that are larger than this there is only one among them: together they hold no more than 48 + 5 × 8 MB. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** A map whose files are here. */
export interface StoredMap {
  safeName: string;
  treeId: number;
}

const indexNames = ["index.html", "index.htm"];

function empty(status: number, headers: Record<string, string> = {}): Answer {
  return { status, headers, body: Buffer.alloc(0) };
}

/**
 * Answers for the map's own files and the shared assets, straight from tree and object store, as the maps' origin would:
 * without anybody's right to it, which whoever renders has checked, and without counting a view.
 */
export class MapFiles {
  private readonly budget = new Budget(MOST_REQUESTS, MOST_BYTES);
  private readonly turns = new Turns(AT_ONCE);
  private readonly largeTurns = new Turns(1);

  constructor(private readonly map: StoredMap) {}

  /**
   * Answers when its turn has come.
   * @param signal after which nothing more is read
   * @param deliver holds the turn until it has ended
   * @throws Error when the page asks for too much, the signal says so, or the blob is damaged
   */
  async answer({ url, range }: Question, signal: AbortSignal, deliver: Deliver): Promise<void> {
    if (!this.budget.takeRequest()) throw new Error("The map asks for too many files.");
    await this.turns.take(async () => {
      signal.throwIfAborted();
      const { at, entry } = await this.follow(url);
      if (!entry) return await deliver({ ...empty(404), url: at });
      const read = async () => await deliver({ ...(await this.read(entry, range, signal)), url: at });
      await (entry.size > LARGE_BYTES ? this.largeTurns.take(read) : read());
    });
  }

  /** A folder's own address is the one with a slash at its end. */
  private async follow(url: URL): Promise<{ at: URL; entry: FileEntry | null }> {
    const address = parseMapAddress(`${url.pathname}${url.search}`);
    const root = address && this.rootOf(address.scope);
    const entry = root && (await this.find(root, address.path, address.isFolder));
    if (entry?.kind !== "folder") return { at: url, entry };
    const at = new URL(asFolder(address?.clean ?? ""), url);
    return await this.follow(at);
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
    if (part !== "whole") return { status: 206, headers: { ...headers, "content-range": contentRange(part, size) }, body: bytes };
    return { status: 200, headers, body: isPackedTile(name, bytes) ? await unpackTile(bytes, this.budget) : bytes };
  }

  private async readRun(slice: Slice, run: { offset: number; length: number }, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted();
    if (run.length > MOST_BYTES_EACH || !this.budget.takeBytes(run.length)) throw new Error("The map loads too much.");
    return await buffer(await openInflated(blobStore(), slice, run, signal));
  }
}
