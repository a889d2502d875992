import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { INDEX_FILES } from "../../lib/archives/wrapping-folder";
import { isDatabaseUnavailable } from "../../lib/errors";
import { isNavigation } from "../../lib/http/fetch-metadata";
import { asFolder, type MapAddress } from "../../lib/maps/schema";
import type { Entry, EntryQuestion, FileEntry, TreeState } from "../../lib/trees/data";
import { findStartPage } from "../../lib/trees/start-page/data";
import { notFoundMessage } from "../http/message-page";
import { INFLATED_IN_MEMORY_BYTES } from "../representation/representation";
import type { Access } from "./access";
import type { Reply } from "./messages";
import type { TreeStates } from "./tree-states";

const BATCHES_AT_ONCE = 3;
const BATCH_LIMIT = 200;

const KEEP_MS = 30_000;

/** A question about a tree in a known revision can be answered from memory. */
export interface RevisedQuestion extends EntryQuestion {
  revision?: number | undefined;
}

/** The file that an address shows. */
export interface ShownEntry {
  entry: FileEntry;
  /** Its tree, where the states of trees are known. */
  state: TreeState | undefined;
}

interface Waiting extends RevisedQuestion {
  resolve(entry: Entry | null): void;
  reject(error: unknown): void;
}

interface Remembered {
  entry: Entry;
  at: number;
  revision: number | undefined;
}

/** The worker gives these files a blob of their own, without a new revision (decision record 0001). */
function mayMove(entry: Entry): boolean {
  return entry.kind === "file" && entry.slice?.method === "deflated" && entry.size > INFLATED_IN_MEMORY_BYTES;
}

function keyOf({ root, path }: EntryQuestion): string {
  return `${JSON.stringify(root)} ${path.join("/")}`;
}

/** Returns the address of a page, whose relative links need its folder. */
function addressOfPage({ clean }: MapAddress, page: string): string {
  const [folder = "", query] = clean.split(/\?(.*)/s);
  const path = page.split("/").map(encodeURIComponent).join("/");
  return query === undefined ? `${folder}${path}` : `${folder}${path}?${query}`;
}

/**
 * Finds entries in batches: requests share the query after the running one. Entries in memory answer questions about the same revision of
 * a tree, and all questions while the database is unavailable.
 */
export class EntryLookup {
  private waiting: Waiting[] = [];
  private underWay = 0;
  private isScheduled = false;
  private readonly found = new LRUCache<string, Remembered>({ max: 50_000 });

  constructor(
    private readonly findEntries: (questions: readonly EntryQuestion[]) => Promise<(Entry | null)[]>,
    private readonly now: () => number,
    private readonly trees?: TreeStates,
  ) {}

  /** Finds what an address shows: a file, or the answer without one. @param isFresh whether to query the database anyway */
  async findShown(request: IncomingMessage, address: MapAddress, access: Access, isFresh: boolean): Promise<ShownEntry | Reply> {
    const state = await this.trees?.find(access.root);
    if (state === null) return notFoundMessage;
    const tree = state ? { root: { treeId: state.treeId }, revision: state.revision } : { root: access.root };
    const { path, isFolder, clean } = address;
    const entry = isFolder ? await this.findIndex({ ...tree, path }, isFresh) : await this.find({ ...tree, path }, isFresh);
    if (entry?.kind === "folder") return { location: asFolder(clean) };
    if (entry) return { entry, state };
    if (path.length === 0) {
      const page = await findStartPage(tree.root);
      return page === null ? notFoundMessage : { location: addressOfPage(address, page) };
    }
    const allowsRouting = access.grant.allowsRouting && isNavigation(request.headers);
    const index = allowsRouting ? await this.findIndex({ ...tree, path: [] }, isFresh) : null;
    return index ? { entry: index, state } : notFoundMessage;
  }

  /** @param isFresh whether to query the database anyway */
  find(question: RevisedQuestion, isFresh = false): Promise<Entry | null> {
    const known = question.revision === undefined || isFresh ? undefined : this.remembered(question);
    if (known?.revision === question.revision && known && !mayMove(known.entry)) return Promise.resolve(known.entry);
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...question, resolve, reject });
      this.schedule();
    });
  }

  private async findIndex(folder: RevisedQuestion, isFresh: boolean): Promise<FileEntry | null> {
    const found = await Promise.all(INDEX_FILES.map((name) => this.find({ ...folder, path: [...folder.path, name] }, isFresh)));
    return found.find((entry) => entry?.kind === "file") ?? null;
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      while (this.waiting.length > 0 && this.underWay < BATCHES_AT_ONCE) void this.send(this.waiting.splice(0, BATCH_LIMIT));
    });
  }

  private async send(batch: Waiting[]): Promise<void> {
    this.underWay += 1;
    const at = this.now();
    try {
      const entries = await this.findEntries(batch);
      for (const [index, waiting] of batch.entries()) this.answer(waiting, entries[index] ?? null, at);
    } catch (error) {
      for (const waiting of batch) this.fallBack(waiting, error);
    } finally {
      this.underWay -= 1;
      if (this.waiting.length > 0) this.schedule();
    }
  }

  private answer(waiting: Waiting, entry: Entry | null, at: number): void {
    if (entry) this.found.set(keyOf(waiting), { entry, at, revision: waiting.revision });
    else this.found.delete(keyOf(waiting));
    waiting.resolve(entry);
  }

  private fallBack(waiting: Waiting, error: unknown): void {
    const remembered = isDatabaseUnavailable(error) ? this.remembered(waiting) : undefined;
    if (remembered) waiting.resolve(remembered.entry);
    else waiting.reject(error);
  }

  private remembered(question: EntryQuestion): Remembered | undefined {
    const remembered = this.found.get(keyOf(question));
    return remembered && this.now() - remembered.at < KEEP_MS ? remembered : undefined;
  }
}
