import { describe, expect, it } from "vitest";
import type { FileItem } from "@/lib/files/schema";
import { findIndex, itemAt, itemsBetween, markStale, missingPages, noPages, PAGE_ROWS, takePages } from "./folder-pages";

function row(index: number): FileItem {
  const name = `${String(index).padStart(5, "0")}.png`;
  return { name, path: name, type: "file", size: 1, modified: "2026-11-20T10:00:00.000Z" };
}

function answer(page: number, total: number, revision = "1") {
  const length = Math.max(0, Math.min(PAGE_ROWS, total - page * PAGE_ROWS));
  return { items: Array.from({ length }, (_, index) => row(page * PAGE_ROWS + index)), total, revision };
}

const TOTAL = 50_000;
const LAST_PAGE = TOTAL / PAGE_ROWS - 1;

describe("folder pages", () => {
  it("missingPages returns the first page of an unknown listing, and the visible pages of a known one", () => {
    expect(missingPages(noPages, 0, 40)).toEqual([0]);
    const held = takePages(noPages, 0, answer(0, TOTAL));
    expect(missingPages(held, 0, 40)).toEqual([]);
    expect(missingPages(held, PAGE_ROWS - 10, PAGE_ROWS + 10)).toEqual([1]);
    expect(missingPages(held, TOTAL - 5, TOTAL + 900)).toEqual([LAST_PAGE]);
  });

  it("itemAt and itemsBetween find rows when pages between them are missing", () => {
    const held = takePages(takePages(noPages, 0, answer(0, TOTAL)), LAST_PAGE, answer(LAST_PAGE, TOTAL));
    expect(itemAt(held, TOTAL - 1)?.name).toBe("49999.png");
    expect(itemAt(held, TOTAL / 2)).toBeUndefined();
    expect(itemsBetween(held, PAGE_ROWS - 2, PAGE_ROWS + 2).map(({ name }) => name)).toEqual(["00498.png", "00499.png"]);
  });

  it("takePages drops pages of another revision", () => {
    const held = takePages(takePages(noPages, 0, answer(0, TOTAL)), 3, answer(3, TOTAL - 1, "2"));
    expect([...held.pages.keys()]).toEqual([3]);
    expect(held).toMatchObject({ revision: "2", total: TOTAL - 1 });
    expect(missingPages(held, 0, 10)).toEqual([0]);
  });

  it("takePages keeps stale rows until the first new page loads", () => {
    const before = takePages(noPages, 0, answer(0, 1_200));
    const stale = markStale(takePages(before, 1, answer(1, 1_200)));
    expect(itemAt(stale, 700)?.name).toBe("00700.png");
    expect(missingPages(stale, 510, 540)).toEqual([1]);
    const fresh = takePages(stale, 1, answer(1, 1_200));
    expect([...fresh.pages.keys()]).toEqual([1]);
    expect(markStale(noPages)).toBe(noPages);
  });

  it("findIndex searches from a row to the end and then from the start", () => {
    const held = takePages(noPages, 0, answer(0, 300));
    expect(findIndex(held, 200, ({ name }) => name.startsWith("0010"))).toBe(100);
    expect(findIndex(held, 101, ({ name }) => name.startsWith("0010"))).toBe(101);
    expect(findIndex(held, 0, ({ name }) => name === "none")).toBe(-1);
    expect(findIndex(noPages, 0, () => true)).toBe(-1);
  });
});
