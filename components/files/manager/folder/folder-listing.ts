import type { BrowseSort, FileItem, FolderPage } from "@/lib/files/schema";
import { type FolderPages, itemsBetween, markStale, missingPages, noPages, PAGE_ROWS, takePages } from "./folder-pages";

export interface ListingQuery {
  path: string;
  search: string;
  sort: BrowseSort;
}

interface ListingState {
  /** The latest query. The rows may still belong to the previous one, see `held.isStale`. */
  query: ListingQuery;
  held: FolderPages;
  error: unknown;
  /** When the first of the held pages was loaded, in milliseconds since 1970. */
  loadedAt: number | null;
}

export type FetchPage = (query: ListingQuery & { offset: number; limit: number | null }, signal: AbortSignal) => Promise<FolderPage>;

const PAGES_AT_ONCE = 4;

const WHOLE = -1;

/** Loads the listing of one folder page by page, as rows become visible. React subscribes to its state. */
export class FolderListing {
  #state: ListingState;
  #listeners = new Set<() => void>();
  #calls = new AbortController();
  #underWay = new Map<number, Promise<void>>();
  #shown = { from: 0, to: 0 };

  constructor(
    private readonly fetchPage: FetchPage,
    query: ListingQuery,
  ) {
    this.#state = { query, held: noPages, error: null, loadedAt: null };
  }

  readonly getState = (): ListingState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  open(query: ListingQuery): void {
    const before = this.#state.query;
    if (before.path === query.path && before.search === query.search && before.sort === query.sort) return;
    // Keep stale rows of another sort order or search until the new rows load. Drop rows of another folder.
    this.#begin(query, before.path === query.path ? markStale(this.#state.held) : noPages);
  }

  readonly reload = (): void => {
    this.#begin(this.#state.query, markStale(this.#state.held));
  };

  readonly retry = (): void => {
    this.#set({ ...this.#state, error: null });
    this.show(this.#shown.from, this.#shown.to);
  };

  show(from: number, to: number): void {
    this.#shown = { from, to };
    if (this.#state.error) return;
    for (const page of missingPages(this.#state.held, from, to)) void this.#loadPage(page);
  }

  /** Loads rows `from` to `to`, both included; none when another folder opens during the load. @throws when a page fails to load */
  async loadItems(from: number, to: number): Promise<FileItem[]> {
    const calls = this.#calls;
    while (true) {
      if (calls !== this.#calls || calls.signal.aborted) return [];
      if (this.#state.error) throw this.#state.error;
      const missing = missingPages(this.#state.held, from, to);
      if (missing.length === 0) return itemsBetween(this.#state.held, from, to);
      if (missing.length > PAGES_AT_ONCE) await this.#loadPage(WHOLE);
      else await Promise.all(missing.map((page) => this.#loadPage(page)));
    }
  }

  close(): void {
    this.#calls.abort();
  }

  #begin(query: ListingQuery, held: FolderPages): void {
    this.#calls.abort();
    this.#calls = new AbortController();
    this.#underWay.clear();
    if (held.total === null || query !== this.#state.query) this.#shown = { from: 0, to: 0 };
    this.#set({ ...this.#state, query, held, error: null });
    this.show(this.#shown.from, this.#shown.to);
  }

  #loadPage(page: number): Promise<void> {
    const before = this.#underWay.get(page);
    if (before !== undefined) return before;
    const call = this.#fetch(page, this.#calls.signal);
    this.#underWay.set(page, call);
    return call;
  }

  async #fetch(page: number, signal: AbortSignal): Promise<void> {
    const { query } = this.#state;
    try {
      const part = page === WHOLE ? { offset: 0, limit: null } : { offset: page * PAGE_ROWS, limit: PAGE_ROWS };
      const answer = await this.fetchPage({ ...query, ...part }, signal);
      if (signal.aborted) return;
      this.#underWay.delete(page);
      const { held, loadedAt } = this.#state;
      const isFirst = held.isStale || held.pages.size === 0;
      this.#set({
        ...this.#state,
        held: takePages(held, Math.max(0, page), answer),
        loadedAt: isFirst ? Date.now() : loadedAt,
      });
      // A newer revision drops the other pages.
      this.show(this.#shown.from, this.#shown.to);
    } catch (error) {
      if (signal.aborted) return;
      this.#underWay.delete(page);
      this.#set({ ...this.#state, error });
    }
  }

  #set(state: ListingState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
