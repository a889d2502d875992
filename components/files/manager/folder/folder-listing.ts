import type { BrowseSort, FileItem, FolderPage } from "@/lib/files/schema";
import { type FolderPages, itemsBetween, markStale, missingPages, noPages, PAGE_ROWS, takePage, takeWhole } from "./folder-pages";

export interface ListingAsk {
  path: string;
  search: string;
  sort: BrowseSort;
}

export interface ListingState {
  /** What was asked for last; the rows may still be those of before, see `held.isStale`. */
  ask: ListingAsk;
  held: FolderPages;
  error: unknown;
}

export type FetchPage = (ask: ListingAsk & { offset: number; limit: number | null }, signal: AbortSignal) => Promise<FolderPage>;

const PAGES_AT_ONCE = 4;

const WHOLE = -1;

/** The listing of one folder at a time, of any length, filled in as it is looked at. Lives outside React, which follows it. */
export class FolderListing {
  #state: ListingState;
  #listeners = new Set<() => void>();
  #calls = new AbortController();
  #underWay = new Map<number, Promise<void>>();
  #shown = { from: 0, to: 0 };

  constructor(
    private readonly fetchPage: FetchPage,
    ask: ListingAsk,
  ) {
    this.#state = { ask, held: noPages, error: null };
  }

  readonly getState = (): ListingState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  open(ask: ListingAsk): void {
    const before = this.#state.ask;
    if (before.path === ask.path && before.search === ask.search && before.sort === ask.sort) return;
    // Rows of another folder are no use; those of another order or search stay until theirs are here.
    this.#begin(ask, before.path === ask.path ? markStale(this.#state.held) : noPages);
  }

  readonly reload = (): void => {
    this.#begin(this.#state.ask, markStale(this.#state.held));
  };

  readonly retry = (): void => {
    this.#set({ ...this.#state, error: null });
    this.show(this.#shown.from, this.#shown.to);
  };

  show(from: number, to: number): void {
    this.#shown = { from, to };
    if (this.#state.error) return;
    for (const page of missingPages(this.#state.held, from, to)) void this.#ask(page);
  }

  /** Loads rows `from` to `to`, both included. @throws when one can't be loaded */
  async loadItems(from: number, to: number): Promise<FileItem[]> {
    const calls = this.#calls;
    while (true) {
      // Another folder has been opened since: nobody waits for these.
      if (calls !== this.#calls || calls.signal.aborted) return [];
      if (this.#state.error) throw this.#state.error;
      const missing = missingPages(this.#state.held, from, to);
      if (missing.length === 0) return itemsBetween(this.#state.held, from, to);
      if (missing.length > PAGES_AT_ONCE) await this.#ask(WHOLE);
      else await Promise.all(missing.map((page) => this.#ask(page)));
    }
  }

  close(): void {
    this.#calls.abort();
  }

  #begin(ask: ListingAsk, held: FolderPages): void {
    this.#calls.abort();
    this.#calls = new AbortController();
    this.#underWay.clear();
    if (held.total === null || ask !== this.#state.ask) this.#shown = { from: 0, to: 0 };
    this.#set({ ask, held, error: null });
    this.show(this.#shown.from, this.#shown.to);
  }

  #ask(page: number): Promise<void> {
    const before = this.#underWay.get(page);
    if (before !== undefined) return before;
    const call = this.#fetch(page, this.#calls.signal);
    this.#underWay.set(page, call);
    return call;
  }

  async #fetch(page: number, signal: AbortSignal): Promise<void> {
    const { ask } = this.#state;
    try {
      const part = page === WHOLE ? { offset: 0, limit: null } : { offset: page * PAGE_ROWS, limit: PAGE_ROWS };
      const answer = await this.fetchPage({ ...ask, ...part }, signal);
      if (signal.aborted) return;
      this.#underWay.delete(page);
      this.#set({ ...this.#state, held: page === WHOLE ? takeWhole(answer) : takePage(this.#state.held, page, answer) });
      // A newer revision has dropped the other pages.
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
