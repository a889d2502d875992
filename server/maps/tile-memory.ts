import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { SMALL_READ_BYTES, type SmallReads } from "../../lib/blobs/small-reads";
import type { BlobStore } from "../../lib/blobs/store";
import { acceptsGzip } from "../../lib/http/accept-encoding";
import type { FileEntry, TreeState } from "../../lib/trees/data";
import { describeEntry } from "../representation/negotiate";
import type { Representation } from "../representation/representation";
import { type Headers, headersOfWhole } from "../representation/send";
import type { Access } from "./access";
import { endOfScope } from "./address";
import type { TreeStates } from "./tree-states";

/** Headers of about a kilobyte each. */
const MOST_TILES = 20_000;

export interface Caches {
  trees: TreeStates;
  reads: SmallReads;
}

/** A small file in one form, without the headers that differ between requests. */
export interface Tile {
  headers: Headers;
  bodyKey: string;
  read(): Promise<Buffer>;
}

function keyOf(headers: IncomingHttpHeaders, { treeId, revision }: TreeState, path: string): string {
  const form = acceptsGzip(String(headers["accept-encoding"] ?? "")) ? "gzip" : "plain";
  return `${form} ${treeId} ${revision} ${path}`;
}

async function readWhole({ read, length }: Representation): Promise<Buffer> {
  const body = await read(undefined);
  if (!Buffer.isBuffer(body) || body.length !== length) throw new Error(`A body of ${length} bytes is not in memory.`);
  return body;
}

/** Keeps what the next plain request for the same small file needs of it, as long as its tree is unchanged (docs/decisions/0055). */
export class TileMemory {
  /** The store, with small reads in memory. */
  readonly store: BlobStore;
  private readonly tiles = new LRUCache<string, Tile>({ max: MOST_TILES });

  constructor(
    private readonly source: BlobStore,
    private readonly caches: Caches,
  ) {
    this.store = caches.reads.inFrontOf(source);
  }

  /** Returns the tile of a plain request. @param path raw, from the end of the scope */
  peek({ headers }: IncomingMessage, { rootKey }: Access, path: string): Tile | undefined {
    const state = this.caches.trees.current(rootKey);
    return state && this.tiles.get(keyOf(headers, state, path));
  }

  /** Returns the body of a tile: at once when it is in memory. */
  read({ bodyKey, read }: Tile): Buffer | Promise<Buffer> {
    return this.caches.reads.get(bodyKey) ?? this.caches.reads.read(bodyKey, read);
  }

  /** Keeps an entry for the next request like this one. @param common headers of every answer about it */
  async keep(request: IncomingMessage, entry: FileEntry, state: TreeState, common: Headers): Promise<void> {
    const { slice } = entry;
    const end = endOfScope(request);
    // A date in the future is omitted only until then.
    if (end < 0 || !slice || entry.size === 0 || entry.modifiedAt.getTime() > Date.now()) return;
    // The bodies of tiles are kept, so their slices need not be.
    const described = await describeEntry(request, this.source, entry, common);
    const { representation } = described;
    if (representation.length > SMALL_READ_BYTES) return;
    this.tiles.set(keyOf(request.headers, state, (request.url ?? "").slice(end)), {
      headers: headersOfWhole(described),
      bodyKey: `${slice.blobKey}:${slice.offset}:${representation.etag}`,
      read: () => readWhole(representation),
    });
  }
}
