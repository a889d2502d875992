import { expect, it, vi } from "vitest";
import { PackProgressMeter, type PackTotals } from "./pack-progress";
import { PackSource } from "./pack-source";

const MEBIBYTE = 1024 * 1024;

function packOf(id: string, sizes: number[], uploadUrl: string | null = null) {
  const files = sizes.map((size, place) => ({ path: `${id}/${place}`, file: new File([new Uint8Array(size)], `${place}`) }));
  const source = new PackSource(files, { read: () => Promise.reject(new Error("not read here")) });
  return { pack: { id, size: source.size, files: Uint32Array.from(sizes.keys()), uploadUrl }, source };
}

it("adds up bytes, files and chunks, and counts bytes of an earlier upload separately", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const told: PackTotals[] = [];
  const begun = packOf("begun", [6 * MEBIBYTE, 6 * MEBIBYTE], "/files/1");
  const fresh = packOf("fresh", [10, 20]);
  const progress = new PackProgressMeter([begun.pack, fresh.pack], (totals) => told.push(totals));
  progress.note("begun", 7 * MEBIBYTE, begun.source);
  progress.note("fresh", 15, fresh.source);
  expect(told).toHaveLength(1);
  expect(told[0]).toEqual({ bytes: 7 * MEBIBYTE, bytesBefore: 7 * MEBIBYTE, filesSent: 1, chunksSent: 1, currentFile: "begun/1" });
  vi.advanceTimersByTime(500);
  progress.note("fresh", 30, fresh.source);
  expect(told[1]).toMatchObject({ bytes: 7 * MEBIBYTE + 30, bytesBefore: 7 * MEBIBYTE, filesSent: 3 });
  progress.finish(fresh.pack);
  progress.finish(begun.pack);
  expect(told.at(-1)).toMatchObject({ bytes: 12 * MEBIBYTE + 30, filesSent: 4, chunksSent: 4 });
  vi.useRealTimers();
});
