import { expect, it } from "vitest";
import { newBlobKey } from "../../blobs/store";
import type { SourceFile } from "./change-map";
import { revisionOf } from "./find-sources";

function file(path: string, { size = 9, crc32 = 7, at = 1 }: { size?: number; crc32?: number | null; at?: number } = {}): SourceFile {
  const slice = { blobKey: newBlobKey(), offset: 40, hasLocalHeader: true, storedSize: size, size, method: "stored" as const, crc32 };
  return { path, file: { id: 1, treeId: 1, parentId: 0, kind: "file", name: path, modifiedAt: new Date(at), size, slice } };
}

it("gives the same revision to files whose bytes have moved to another blob, in any order", () => {
  expect(revisionOf([file("a.shp"), file("a.dbf")])).toBe(revisionOf([file("a.dbf"), file("a.shp")]));
});

it.each([
  ["a name", file("b.shp")],
  ["a size", file("a.shp", { size: 10 })],
  ["a checksum", file("a.shp", { crc32: 8 })],
  ["a time", file("a.shp", { at: 2 })],
])("gives another revision for %s", (_, other) => {
  expect(revisionOf([other])).not.toBe(revisionOf([file("a.shp")]));
});
