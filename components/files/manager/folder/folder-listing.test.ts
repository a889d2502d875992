import { describe, expect, it } from "vitest";
import type { FileItem } from "@/lib/files/schema";
import { type FetchPage, FolderListing, type ListingQuery } from "./folder-listing";
import { itemAt, PAGE_ROWS } from "./folder-pages";

const TOP: ListingQuery = { path: "", search: "", sort: "name-asc" };

function row(path: string, index: number): FileItem {
  const name = `${path}${index}`;
  return { name, path: name, type: "file", size: 1, modified: "2026-11-20T10:00:00.000Z" };
}

function folderOf(total: number) {
  const server = { total, revision: 1, failure: null as Error | null, requested: [] as (number | "all")[] };
  const fetchPage: FetchPage = ({ path, offset, limit }) => {
    server.requested.push(limit === null ? "all" : offset / PAGE_ROWS);
    if (server.failure) return Promise.reject(server.failure);
    const length = Math.max(0, Math.min(limit ?? server.total, server.total - offset));
    const items = Array.from({ length }, (_, index) => row(path, offset + index));
    return Promise.resolve({ success: true, items, total: server.total, revision: String(server.revision) });
  };
  const listing = new FolderListing(fetchPage, TOP);
  listing.reload();
  return { server, listing };
}

describe("FolderListing", () => {
  it("loads the end of a long folder without the pages before it", async () => {
    const { server, listing } = folderOf(50_000);
    await listing.loadItems(0, 10);
    await expect(listing.loadItems(49_990, 49_999)).resolves.toHaveLength(10);
    expect(server.requested).toEqual([0, 99]);
  });

  it("loads all rows with one request, also after the folder has changed", async () => {
    const { server, listing } = folderOf(5_000);
    await listing.loadItems(0, 0);
    await expect(listing.loadItems(0, 4_999)).resolves.toHaveLength(5_000);
    expect(server.requested).toEqual([0, "all"]);
    server.revision = 2;
    server.total = 4_800;
    listing.reload();
    await expect(listing.loadItems(0, 9_999)).resolves.toHaveLength(4_800);
    expect(listing.getState().held).toMatchObject({ revision: "2", total: 4_800 });
  });

  it("keeps stale rows during a reload and drops them for another folder", async () => {
    const { listing } = folderOf(100);
    await listing.loadItems(0, 0);
    listing.reload();
    expect(listing.getState().held.isStale).toBe(true);
    expect(itemAt(listing.getState().held, 5)?.name).toBe("5");
    await listing.loadItems(0, 0);
    expect(listing.getState().held.isStale).toBe(false);
    listing.open({ ...TOP, path: "data" });
    expect(itemAt(listing.getState().held, 5)).toBeUndefined();
    await listing.loadItems(0, 0);
    expect(itemAt(listing.getState().held, 5)?.name).toBe("data5");
  });

  it("reports a failed page and does not request it again before a reload", async () => {
    const { server, listing } = folderOf(2_000);
    await listing.loadItems(0, 0);
    server.failure = new Error("Down");
    await expect(listing.loadItems(0, 1_999)).rejects.toThrow("Down");
    const requested = server.requested.length;
    listing.show(0, 1_999);
    expect(server.requested).toHaveLength(requested);
    server.failure = null;
    listing.reload();
    await expect(listing.loadItems(0, 1_999)).resolves.toHaveLength(2_000);
    expect(listing.getState().error).toBeNull();
  });

  it("retries the visible pages and keeps loaded rows", async () => {
    const { server, listing } = folderOf(50_000);
    await listing.loadItems(0, 0);
    server.failure = new Error("Down");
    listing.show(20_000, 20_020);
    await expect(listing.loadItems(20_000, 20_020)).rejects.toThrow("Down");
    server.failure = null;
    listing.retry();
    await expect(listing.loadItems(20_000, 20_020)).resolves.toHaveLength(21);
    expect(server.requested).toEqual([0, 40, 40]);
    expect(itemAt(listing.getState().held, 0)?.name).toBe("0");
  });

  it("resolves to no rows when another folder opens or the listing closes", async () => {
    const { listing } = folderOf(2_000);
    await listing.loadItems(0, 0);
    const waiting = listing.loadItems(0, 1_999);
    listing.open({ ...TOP, path: "data" });
    await expect(waiting).resolves.toEqual([]);
    listing.close();
    await expect(listing.loadItems(0, 5)).resolves.toEqual([]);
  });
});
